import PropertyLists

/// What form of model a file or folder is, and which forms this reader does not take.
enum ModelForm {
  private static let versionExtension = ".xcdatamodel"

  static func isVersion(_ name: String) -> Bool {
    name.utf8.count > versionExtension.utf8.count && name.hasSuffix(versionExtension)
  }

  static func withoutExtension(_ name: String) -> String {
    isVersion(name) ? String(name.dropLast(versionExtension.count)) : name
  }

  /// - Throws: `ModelError.unsupportedForm` for compiled and old binary models, `notAModel` for a folder that
  ///   holds no model.
  static func refuseUnsupported(directory names: [String], at path: String) throws(ModelError) {
    func has(_ name: String) -> Bool { names.contains(name) }
    if has("contents") { return }
    if has("elements") {
      throw ModelError.unsupportedForm(path: path, form: "a binary model of Xcode 3 (elements)")
    }
    if has("VersionInfo.plist") || names.contains(where: { $0.hasSuffix(".mom") }) {
      throw ModelError.unsupportedForm(path: path, form: "a compiled model (.momd)")
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
    case "NSManagedObjectModel":
      throw ModelError.unsupportedForm(path: path, form: "a compiled model (.mom)")
    case "XDPMModel":
      throw ModelError.unsupportedForm(path: path, form: "a binary model of Xcode 3 (elements)")
    default: throw ModelError.notAModel(path: path)
    }
  }
}
