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

  /// - Throws: `ModelError.unsupportedForm` for compiled and old binary models, `notAModel` for a folder that
  ///   holds no model.
  static func refuseUnsupported(directory names: [String], at path: String) throws(ModelError) {
    func has(_ name: String) -> Bool { names.contains(name) }
    if has("contents") { return }
    if has("elements") {
      throw ModelError.unsupportedForm(path: path, form: "a binary model of Xcode 3 (elements)")
    }
    if names.contains(where: { $0.hasSuffix(".omo") }) {
      throw ModelError.unsupportedForm(path: path, form: "an optimized compiled model (.omo)")
    }
    throw ModelError.notAModel(path: path)
  }

  static func refuseUnsupported(file contents: [UInt8], at path: String) throws(ModelError) {
    if contents.starts(with: Array("momv2$".utf8)) {
      throw ModelError.unsupportedForm(path: path, form: "an optimized compiled model (.omo)")
    }
    guard contents.starts(with: BinaryPropertyListReader.magic) else { return }
    let archive = (try? PropertyListReader.read(contents)).flatMap { KeyedArchive($0) }
    switch archive.flatMap({ $0.className(of: $0.root) }) {
    case "NSManagedObjectModel": return
    case "XDPMModel":
      throw ModelError.unsupportedForm(path: path, form: "a binary model of Xcode 3 (elements)")
    default: throw ModelError.notAModel(path: path)
    }
  }
}
