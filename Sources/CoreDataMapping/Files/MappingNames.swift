import CoreDataModel
import Diagnostics

/// Looks names up in the two models of a step, and reports those that are not what they should be.
struct MappingNames {
  enum Side {
    case source
    case destination
  }

  /// What a name is to stand for.
  enum Purpose {
    /// Values are written to it.
    case value
    /// Links are written to it, or read from it.
    case links
    /// It is left behind.
    case loss
    /// Rows are compared by it.
    case comparison
    /// Rows are put in order by it.
    case order
  }

  let source: ManagedObjectModel
  let destination: ManagedObjectModel
  var problems: MappingProblems

  func model(_ side: Side) -> ManagedObjectModel {
    switch side {
    case .source: source
    case .destination: destination
    }
  }

  /// Reports an entity that is not there, or, unless that does not matter, has no rows of its own.
  mutating func entity(
    _ name: Located<String>, _ side: Side, mayBeAbstract: Bool = false
  ) -> EntityDescription? {
    let subject = Subject(entity: name.value)
    guard let entity = model(side).entity(name.value) else {
      problems.add(
        .mappingUnknownEntity, at: name.place,
        "there is no entity \(MappingProblems.quoted(name.value)) in \(text(side))", subject: subject,
        recovery: problems.suggestion(for: name.value, in: model(side).entities.map(\.name))
          + (model(other(side)).entity(name.value) == nil ? [] : ["It is an entity of \(text(other(side)))."])
          + ["Name an entity of \(text(side))."])
      return nil
    }
    guard mayBeAbstract || !entity.isAbstract else {
      problems.add(
        .mappingAbstractEntity, at: name.place,
        "the entity \(MappingProblems.quoted(name.value)) is abstract: no row is of it", subject: subject,
        recovery: ["Name its subentities instead, each by itself."])
      return nil
    }
    return entity
  }

  /// Reports a property that is not there, or cannot serve the purpose.
  @discardableResult
  mutating func property(
    _ name: Located<String>, of entity: String, _ side: Side, for purpose: Purpose
  ) -> MappedProperty? {
    let subject = Subject(entity: entity, property: name.value)
    guard let property = model(side).mappedProperty(name.value, of: entity) else {
      let isOther = model(other(side)).mappedProperty(name.value, of: entity) != nil
      problems.add(
        .mappingUnknownProperty, at: name.place,
        "the entity \(entity) has no property \(MappingProblems.quoted(name.value)) in \(text(side))",
        subject: subject,
        recovery: problems.suggestion(for: name.value, in: model(side).mappedNames(of: entity))
          + (isOther ? ["It has one in \(text(other(side)))."] : [])
          + ["Name a property of \(entity) in \(text(side))."])
      return nil
    }
    let fault = Self.fault(of: property, for: purpose)
    guard let fault else { return property }
    problems.add(
      fault.id, at: name.place, "\(MappingProblems.quoted(name.value)) of \(entity) \(fault.text)",
      subject: subject, recovery: [fault.recovery])
    return nil
  }

  private func text(_ side: Side) -> String {
    switch side {
    case .source: "the source version \(source.name)"
    case .destination: "the destination version \(destination.name)"
    }
  }

  private func other(_ side: Side) -> Side { side == .source ? .destination : .source }

  private static func fault(
    of property: MappedProperty, for purpose: Purpose
  ) -> (id: DiagnosticID, text: String, recovery: String)? {
    switch (property, purpose) {
    case (.notStored, _):
      (.mappingNotStored, "is transient or fetched: a store holds nothing of it", "Remove the entry.")
    case (.attribute(let attribute), .value) where attribute.isKeptByTriggers:
      (.mappingDerived, "is derived: its value follows from others", "Remove the entry.")
    case (.composite(let parts), .value), (.composite(let parts), .comparison),
      (.composite(let parts), .order):
      (
        .mappingPropertyKind, "has parts, and each is stored by itself",
        "Name them: \(parts.joined(separator: ", "))."
      )
    case (.relationship, .value):
      (.mappingPropertyKind, "is a relationship", "Use `connect` for it.")
    case (.attribute, .links), (.composite, .links):
      (.mappingPropertyKind, "is an attribute, and not a relationship", "Name a relationship, or use `set`.")
    case (.relationship(let relationship), .comparison) where relationship.isToMany:
      (.mappingPropertyKind, "is a to-many relationship", "Name attributes and to-one relationships.")
    case (.relationship, .order):
      (.mappingPropertyKind, "is a relationship, which has no order", "Name attributes, or objectID.")
    default: nil
    }
  }
}

extension DiagnosticID {
  package static let mappingUnknownEntity = DiagnosticID("mapping.unknown-entity")
  package static let mappingAbstractEntity = DiagnosticID("mapping.abstract-entity")
  package static let mappingUnknownProperty = DiagnosticID("mapping.unknown-property")
  package static let mappingPropertyKind = DiagnosticID("mapping.property-kind")
  package static let mappingNotStored = DiagnosticID("mapping.not-stored")
  package static let mappingDerived = DiagnosticID("mapping.derived")
}
