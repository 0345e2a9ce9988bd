/// How rows of one entity come about, as a mapping model says it (`NSEntityMapping`).
package struct MappingModelEntity: Sendable, Hashable {
  /// Core Data's codes (`NSEntityMappingType`), by the names that the editor writes.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case undefined = "Undefined"
    case custom = "Custom"
    case add = "Add"
    case remove = "Remove"
    case copy = "Copy"
    case transform = "Transform"
  }

  /// Which rows of the source entity are taken.
  package enum Filter: Sendable, Hashable {
    case all
    /// In the language of `NSPredicate`.
    case predicate(String)
    /// Something else than a fetch of the source entity.
    case other
  }

  /// As other mappings refer to it.
  package var name: String
  package var kind = Kind.undefined
  /// Nil: nothing of the source becomes rows.
  package var source: String?
  /// Nil: rows of the source entity become nothing.
  package var destination: String?
  package var sourceVersionHash: [UInt8]?
  package var destinationVersionHash: [UInt8]?
  package var filter = Filter.all
  /// The class of the app that makes the rows.
  package var policyClassName: String?
  package var attributes: [MappingModelProperty] = []
  package var relationships: [MappingModelProperty] = []
  /// Names of the keys of the user info, which only a policy class reads.
  package var userInfoKeys: [String] = []
  package var place: MappingPlace

  package init(name: String, source: String?, destination: String?, place: MappingPlace = MappingPlace()) {
    self.name = name
    self.source = source
    self.destination = destination
    self.place = place
  }

  /// As Xcode names them; the editor's own file has no names.
  package static func name(source: String?, destination: String?) -> String {
    [source, destination].compactMap(\.self).joined(separator: "To")
  }
}
