/// What a store's age decides about its schema, by the framework version in its metadata (format page 2.5).
package struct SchemaEra: Sendable, Hashable {
  /// `NSPersistenceFrameworkVersion`.
  package let frameworkVersion: Int64

  package init(frameworkVersion: Int64) { self.frameworkVersion = frameworkVersion }

  /// Seen in every store from 637 on, in none up to 519.
  package var hasModelCache: Bool { frameworkVersion > 519 }

  /// Columns of join tables have a type and are a key together: not yet at 251, where each has an index instead.
  var hasJoinKeys: Bool { frameworkVersion > 251 }

  /// The second index of a join table: none at 479, one from 637 on.
  package var hasJoinIndex: Bool { frameworkVersion > 519 }

  /// Indexed attributes and compound indexes have names of their own and no collation up to 754; from 836 on
  /// they are made as fetch indexes.
  package var hasPlainIndexes: Bool { frameworkVersion < 836 }

  /// Triggers of derived attributes ask for the entity where it has subentities: seen at 1044, not at 1344.
  var hasDerivationRange: Bool { frameworkVersion <= 1044 }

  /// Triggers keep spatial indexes up to date: seen at 973, 1138 and 1344, not at 1522.
  var hasSpatialTriggers: Bool { frameworkVersion <= 1344 }

  /// Uniqueness is a constraint of the table at 637 and 851, and a unique index from 865 on.
  package var hasTableConstraints: Bool { frameworkVersion < 865 }

  /// The first one whose tables take what a uniqueness constraint does not allow.
  package static let constraintsAsIndexes = SchemaEra(frameworkVersion: 865)
}
