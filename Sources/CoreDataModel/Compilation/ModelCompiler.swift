/// Writes a model as the archive that Xcode's compiler, or Core Data itself, would make of it.
///
/// Only what was compared with real archives is written; anything else is refused by name. What was written is read
/// again, and has to be the same model with the same version hashes.
package enum ModelCompiler {
  /// A `.mom`.
  ///
  /// - Throws: `UnprovenModel`, with everything in the model that is not proven.
  package static func compiled(_ model: ManagedObjectModel) throws(UnprovenModel) -> [UInt8] {
    try archive(model, as: .compiled)
  }

  /// The model that a store caches, before compression.
  ///
  /// - Parameters:
  ///   - hasFetchIndexes: Whether the store's framework had them.
  ///   - module: The Swift module of classes that the model names without one (`.Book`). Where there are such and it is
  ///     nil, no class is named at all, as in many real caches: a cache must not say what is not known.
  package static func cached(
    _ model: ManagedObjectModel, hasFetchIndexes: Bool, module: String?
  ) throws(UnprovenModel) -> [UInt8] {
    let names = model.entities.compactMap(\.managedObjectClassName)
    let isOpen = names.contains { $0.hasPrefix(".") } && module == nil
    // Compound indexes were never seen in a cache with fetch indexes that names classes.
    let hasCompoundIndexes = hasFetchIndexes && model.entities.contains { !$0.compoundIndexes.isEmpty }
    return try archive(
      model, as: .cached(hasFetchIndexes: hasFetchIndexes, namesClasses: !isOpen && !hasCompoundIndexes),
      module: module)
  }

  static func archive(
    _ model: ManagedObjectModel, as form: ModelArchiveForm, module: String? = nil
  ) throws(UnprovenModel) -> [UInt8] {
    let constructs = UnprovenConstructs(model: model, form: form).all
    guard constructs.isEmpty else { throw UnprovenModel(constructs: constructs) }
    do throws(ModelError) {
      let prepared = try PreparedModel(model, form: form, module: module).model
      let bytes = ModelArchiveWriter.write(prepared, as: form)
      let written = try ArchivedModelReader.read(bytes, name: model.name, path: model.name).model
      if written == prepared, VersionHash.hashes(of: written) == VersionHash.hashes(of: model) {
        return bytes
      }
    } catch {
      // Nothing is written that cannot be read.
    }
    throw UnprovenModel(constructs: [
      UnprovenConstruct(reason: "it does not read back as the same model with the same version hashes")
    ])
  }
}
