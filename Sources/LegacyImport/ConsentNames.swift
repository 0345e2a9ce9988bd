import CoreDataMigration
import CoreDataModel
import Diagnostics
import SQLite

/// A consent for a name that nothing has is a mistake, perhaps a dangerous one.
struct ConsentNames {
  let source: ManagedObjectModel
  let destination: ManagedObjectModel
  let catalog: SchemaCatalog

  func check(_ consents: [Consent]) throws(DiagnosticError) {
    let unknown = consents.filter { !isKnown($0) }
    guard unknown.isEmpty else {
      throw DiagnosticError(
        .usage,
        unknown.map { consent in
          Diagnostic(
            .consentUnknown, .error,
            summary: "\(consent.name) names nothing that the source version \(source.name) or the store has.",
            recovery: ["Check the spelling; names are those of the source model."])
        })
    }
  }

  private func isKnown(_ consent: Consent) -> Bool {
    switch consent.kind {
    case .table: isInSchema(consent.subject)
    case .drop:
      consent.subject == "cloudkit" || source.entity(consent.subject) != nil || isProperty(consent.subject)
    case .lossy: isProperty(consent.subject)
    case .orphans: source.entity(consent.subject).map { $0.superentity == nil } ?? false
    case .unverifiedHash: destination.entity(consent.subject) != nil
    }
  }

  private func isProperty(_ text: String) -> Bool {
    guard let dot = text.firstIndex(of: ".") else { return false }
    let entity = String(text[..<dot])
    let property = text[text.index(after: dot)...].split(separator: ".").first.map(String.init)
    return source.attributes(of: entity).contains { $0.attribute.name == property }
      || source.relationships(of: entity).contains { $0.relationship.name == property }
  }

  private func isInSchema(_ name: String) -> Bool {
    if catalog.objects.contains(where: { $0.name == name }) { return true }
    return catalog.tables.contains { table in
      table.columns.contains { "\(table.name).\($0.name)" == name }
    }
  }
}

extension DiagnosticID {
  static let consentUnknown = DiagnosticID("consent.unknown-name")
}
