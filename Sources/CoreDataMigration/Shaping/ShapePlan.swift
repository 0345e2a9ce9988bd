import CoreDataMapping
import CoreDataModel
import Expressions

/// How the rules of a mapping step change a private copy of the source, so that the two passes can go on from there.
///
/// The rules do not reach into the passes. They give a copy of the source, in its own layout, what they make: columns
/// with the values they set, rows for entities that come out of others, columns and tables with the links they
/// connect. The plan then pairs these with the new model, and copying, linking and validating are the same for all.
package struct ShapePlan: Sendable {
  /// The source's model with what the rules add.
  package let model: ManagedObjectModel
  /// From that model to the new one.
  package let migration: MigrationPlan
  package let names: ShapedNames
  /// Source entities that rules are about, by name.
  let sources: [ShapedSource]
  let links: [ShapedLink]
  /// Destination entities of which rows that break the new model's rules are left out.
  package let rejecting: Set<String>
  /// Entities of the shaped model that hold further rows of rows that have a place already.
  package var copies: Set<String> {
    let own = Set(sources.flatMap(\.mappings).flatMap { [$0.copy, $0.copyRoot].compactMap(\.self) })
    return own.union(rejected.filter { own.contains($0.key) }.map(\.value))
  }

  /// Entities of the shaped model whose rows are left out.
  package var rejectedEntities: Set<String> { Set(rejected.values) }

  /// Where rows go that are left out: entity of the shaped model to a subentity of it.
  let rejected: [String: String]
}

/// A source entity whose rows rules take.
struct ShapedSource: Sendable {
  let entity: String
  /// Its rows become what inference finds; the rules make further rows of them. Else a row's first rule has it.
  let keepsOwnPlace: Bool
  let mappings: [ShapedMapping]
}

/// One rule for the rows of one source entity.
struct ShapedMapping: Sendable {
  let destination: String
  let place: RulePlace
  /// The rows that are taken; nil for all.
  let condition: CompiledExpression?
  /// Subentity of the source entity for rows whose first rule this is.
  let member: String?
  /// Entity of its own for rows that have another place already.
  let copy: String?
  /// What it is below, where further rows of several entities of one source table become rows of one destination entity:
  /// keys are those of the one table, so that links can lead to any of them.
  var copyRoot: String?
  let values: [ShapedValue]
  /// What the rule says of the new model's relationships.
  let connections: [MappingEntry<String, ConnectionSource>]
  /// Attributes that rows of `copy` take along: source and made-up name.
  let carried: [(source: PropertyKey, name: String)]
}

/// An attribute that a rule gives a value.
struct ShapedValue: Sendable {
  let destination: PropertyKey
  /// As the new model describes it.
  let attribute: AttributeDescription
  /// Made up.
  let name: String
  let place: RulePlace
  /// Nil where there is only a value for what is missing.
  let expression: CompiledExpression?
  let table: ValueTable?
  /// For rows without a value.
  let fallback: (expression: CompiledExpression, place: RulePlace)?
}

/// A relationship that a rule fills.
struct ShapedLink: Sendable {
  enum Source: Sendable {
    /// The row itself.
    case ownKey
    /// The key that an expression gives.
    case expression(CompiledExpression)
    /// Links of the source.
    case relationship(PropertyKey)
  }

  /// Entity of the shaped model whose rows have the links, and the source entity they come from.
  let owner: String
  let sourceEntity: String
  /// Made up.
  let name: String
  let source: Source
  /// Entity of the shaped model that they lead to.
  let target: String
  let isToMany: Bool
  /// What people call it: entity and relationship of the new model.
  let destination: PropertyKey
  let place: RulePlace?
}
