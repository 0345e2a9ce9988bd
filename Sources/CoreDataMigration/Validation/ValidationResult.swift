import CoreDataModel
import Diagnostics

/// The accounts of a run and all that validation found.
package struct ValidationResult: Sendable {
  package struct EntityAccount: Sendable, Hashable {
    /// Exact source entity, subentities apart; orphans count for the root entity.
    package var source: String
    package var destination: String?
    /// Rows of the root entity's table that no entity owns.
    package var isOfOrphans = false
    package var read: Int64 = 0
    package var migrated: Int64 = 0
    package var dropped: Int64 = 0
    /// Went into another row, as a mapping file asks for.
    package var merged: Int64 = 0
    /// Left out, as a mapping file asks for.
    package var rejected: Int64 = 0

    package init(source: String, destination: String?) {
      self.source = source
      self.destination = destination
    }
  }

  package struct RelationshipAccount: Sendable, Hashable {
    /// A relationship of the source model, by the entity that declares it.
    package var relationship: PropertyKey
    package var read: Int64 = 0
    package var connected: Int64 = 0
    /// Led nowhere in the source already.
    package var dangling: Int64 = 0
    /// Lost with something the user consented to lose.
    package var dropped: Int64 = 0
    /// Of rows that are left out, or to them.
    package var rejected: Int64 = 0

    package init(relationship: PropertyKey) { self.relationship = relationship }
  }

  package struct AttributeAccount: Sendable, Hashable {
    /// Exact destination entity and the attribute (or `attribute.leaf`).
    package var attribute: PropertyKey
    package var nulls: Int64
    /// `sha256:` and hex, over the records that the report's page describes.
    package var digest: String

    package init(attribute: PropertyKey, nulls: Int64, digest: String) {
      self.attribute = attribute
      self.nulls = nulls
      self.digest = digest
    }
  }

  package var entities: [EntityAccount] = []
  package var relationships: [RelationshipAccount] = []
  package var attributes: [AttributeAccount] = []
  /// Names of external files that cells refer to and that are not there.
  package var missingFiles: Set<String> = []
  /// What the source already had wrong, and what rows break in the new model's rules.
  package var findings: [Diagnostic] = []
  /// Where the result is not what it should be: any of these fails the run.
  package var differences: [Diagnostic] = []

  package init() {}
}
