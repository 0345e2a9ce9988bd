import CoreDataModel

/// From one version of the model to another. What it does not say is inferred.
package struct MappingStep: Sendable, Hashable {
  /// Names of versions; both are there if the file has several steps.
  package var from: Located<String>?
  package var to: Located<String>?
  package var entities: [Located<EntityRule>] = []
  package var drop: [Located<DropRule>] = []
  package var merge: [Located<MergeRule>] = []
  /// SQL for what is missing, by the attribute of the destination, with its entity.
  package var defaults: [MappingEntry<PropertyKey, String>] = []

  package init() {}
}
