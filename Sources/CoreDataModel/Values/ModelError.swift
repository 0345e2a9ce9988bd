/// Why a model cannot be read, or contradicts itself.
package indirect enum ModelError: Error, Sendable, Hashable {
  case notFound(path: String)
  /// Neither a bundle, nor a model, nor its `contents`.
  case notAModel(path: String)
  /// A form of model this reader does not know, for example a compiled one.
  case unsupportedForm(path: String, form: String)
  case unreadable(path: String, line: Int?, reason: String)
  /// The system could not read it: that says nothing of the model.
  case failed(path: String, reason: String)
  /// An element or attribute whose value means nothing here.
  case invalid(path: String, line: Int, entity: String?, property: String?, reason: String)
  /// Several versions, and `.xccurrentversion` does not name one of them.
  case noCurrentVersion(path: String, versions: [String], named: String?)
  case noSuchVersion(path: String, version: String, versions: [String])
  case duplicateEntity(model: String, entity: String)
  case unknownSuperentity(model: String, entity: String, superentity: String)
  case cyclicInheritance(model: String, entity: String)
  /// More ancestors than `ManagedObjectModel.maximumDepth`.
  case deepInheritance(model: String, entity: String)
  case duplicateProperty(model: String, entity: String, property: String)
  case unknownDestination(model: String, entity: String, relationship: String, destination: String)
  case unknownInverse(model: String, entity: String, relationship: String, inverse: String)
  /// The inverse names another relationship as its own inverse.
  case oneSidedInverse(model: String, entity: String, relationship: String, inverse: String)
  /// A name that no table or column can bear.
  case unusableName(model: String, entity: String, property: String?)
  /// Two root entities whose tables would have one name.
  case sameTable(model: String, entity: String, other: String)
  /// One of the contradictions above, found in a file. `line` is where the entity or property stands.
  case inconsistent(path: String, line: Int, cause: ModelError)
}
