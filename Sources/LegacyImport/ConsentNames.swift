import CoreDataMigration
import CoreDataModel
import Diagnostics
import SQLite

/// A consent for a name that nothing has is a mistake, perhaps a dangerous one.
struct ConsentNames {
  /// Every version that the run starts a step from.
  let sources: [ManagedObjectModel]
  let destination: ManagedObjectModel
  let catalog: SchemaCatalog

  func check(_ consents: [Consent]) throws(DiagnosticError) {
    let unknown = consents.filter { !isKnown($0) }
    guard unknown.isEmpty else {
      throw DiagnosticError(
        .usage,
        unknown.map {
          Diagnostic(.consentUnknown, .error, summary: summary(of: $0), recovery: recovery(of: $0))
        })
    }
  }

  private func summary(of consent: Consent) -> String {
    consent.kind == .unverifiedHash
      ? "\(consent.name) names no entity of the target version \(destination.name)."
      : "\(consent.name) names nothing that the source version \(sources.map(\.name).joined(separator: ", ")) or the store has."
  }

  private func recovery(of consent: Consent) -> [String] {
    switch consent.kind {
    case .unverifiedHash: ["Check the spelling; names of this consent are those of the target version."]
    case .table: ["Check the spelling; names are those in the store."]
    case .drop, .lossy, .orphans:
      ["Check the spelling; names are those of the source version."]
        + (isName(consent.subject, in: destination)
          ? ["\(consent.subject) is a name of the target version: name what it comes from in the source."]
          : [])
    }
  }

  private func isKnown(_ consent: Consent) -> Bool {
    switch consent.kind {
    case .table: isInSchema(consent.subject)
    case .drop:
      ["cloudkit", "history"].contains(consent.subject)
        || sources.contains { isName(consent.subject, in: $0) }
    case .lossy: sources.contains { isProperty(consent.subject, of: $0) }
    case .orphans:
      sources.contains { source in
        source.entity(consent.subject).map { $0.superentity == nil } ?? false
      }
    case .unverifiedHash: destination.entity(consent.subject) != nil
    }
  }

  private func isName(_ text: String, in model: ManagedObjectModel) -> Bool {
    model.entity(text) != nil || isProperty(text, of: model)
  }

  private func isProperty(_ text: String, of model: ManagedObjectModel) -> Bool {
    guard let dot = text.firstIndex(of: ".") else { return false }
    let entity = String(text[..<dot])
    let property = text[text.index(after: dot)...].split(separator: ".").first.map(String.init)
    return model.attributes(of: entity).contains { $0.attribute.name == property }
      || model.relationships(of: entity).contains { $0.relationship.name == property }
  }

  private func isInSchema(_ name: String) -> Bool {
    if catalog.objects.contains(where: { $0.name == name }) { return true }
    return catalog.tables.contains { table in
      table.columns.contains { "\(table.name).\($0.name)" == name }
    }
  }
}

extension DiagnosticID {
  package static let consentUnknown = DiagnosticID("consent.unknown-name")
}
