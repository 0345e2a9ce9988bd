import PropertyLists

/// What form of model a file or folder is, and which forms this reader does not take.
enum ModelForm {
  private static let versionExtension = ".xcdatamodel"

  private static let compiledExtension = ".mom"

  /// Whether it is a compiled version in a `.momd`.
  static func isCompiledVersion(_ name: String) -> Bool {
    name.utf8.count > compiledExtension.utf8.count && name.hasSuffix(compiledExtension)
  }

  static func isVersion(_ name: String) -> Bool {
    name.utf8.count > versionExtension.utf8.count && name.hasSuffix(versionExtension)
  }

  static func withoutExtension(_ name: String) -> String {
    if isVersion(name) { return String(name.dropLast(versionExtension.count)) }
    return isCompiledVersion(name) ? String(name.dropLast(compiledExtension.count)) : name
  }

  /// The file that holds the model among those of a version's folder: `contents`, or what Xcode 3 wrote. Where a
  /// newer Xcode left that beside its own, its own counts.
  ///
  /// - Throws: `ModelError.unsupportedForm` for optimized compiled models, `notAModel` for a folder that holds no
  ///   model.
  static func file(among names: [String], at path: String) throws(ModelError) -> String {
    for file in ["contents", ElementsModelReader.fileName] where names.contains(file) { return file }
    if names.contains(where: { $0.hasSuffix(".omo") }) {
      throw ModelError.unsupportedForm(path: path, form: "an optimized compiled model (.omo)")
    }
    throw ModelError.notAModel(path: path)
  }

  static func refuseUnsupported(file contents: [UInt8], at path: String) throws(ModelError) {
    if contents.starts(with: Array("momv2$".utf8)) {
      throw ModelError.unsupportedForm(path: path, form: "an optimized compiled model (.omo)")
    }
    guard isArchive(contents) else { return }
    switch rootClass(of: contents) {
    case "NSManagedObjectModel", ElementsModelReader.rootClass: return
    default: throw ModelError.notAModel(path: path)
    }
  }

  /// Whether it is, or pretends to be, an archive instead of XML.
  static func isArchive(_ contents: [UInt8]) -> Bool {
    contents.starts(with: BinaryPropertyListReader.magic)
  }

  /// Whether it is a model as Xcode 3 wrote it, by what it holds.
  static func isElements(_ contents: [UInt8]) -> Bool {
    isArchive(contents) && rootClass(of: contents) == ElementsModelReader.rootClass
  }

  private static func rootClass(of contents: [UInt8]) -> String? {
    let archive = (try? PropertyListReader.read(contents)).flatMap { KeyedArchive($0) }
    return archive.flatMap { $0.className(of: $0.root) }
  }
}
