import PropertyLists

/// What form of model a file or folder is, and which forms this reader does not take.
enum ModelForm {
  private static let versionExtension = Array(".xcdatamodel".utf8)

  static func isVersion(_ name: [UInt8]) -> Bool {
    name.count > versionExtension.count && name.suffix(versionExtension.count).elementsEqual(versionExtension)
  }

  static func withoutExtension(_ name: String) -> String {
    isVersion(Array(name.utf8)) ? String(name.dropLast(versionExtension.count)) : name
  }

  /// - Throws: `ModelError.unsupportedForm` for compiled and old binary models, `notAModel` for a folder that
  ///   holds no model.
  static func refuseUnsupported(directory names: [[UInt8]], at path: ModelPath) throws(ModelError) {
    func has(_ name: String) -> Bool { names.contains(Array(name.utf8)) }
    if has("contents") { return }
    if has("elements") {
      throw ModelError.unsupportedForm(path: path.text, form: "a binary model of Xcode 3 (elements)")
    }
    if has("VersionInfo.plist") || names.contains(where: { $0.suffix(4).elementsEqual(".mom".utf8) }) {
      throw ModelError.unsupportedForm(path: path.text, form: "a compiled model (.momd)")
    }
    throw ModelError.notAModel(path: path.text)
  }

  static func refuseUnsupported(file contents: [UInt8], at path: ModelPath) throws(ModelError) {
    if contents.starts(with: Array("momv2$".utf8)) {
      throw ModelError.unsupportedForm(path: path.text, form: "an optimized compiled model (.omo)")
    }
    guard contents.starts(with: BinaryPropertyListReader.magic) else { return }
    let archive = (try? PropertyListReader.read(contents)).flatMap { KeyedArchive($0) }
    switch archive.flatMap({ $0.className(of: $0.root) }) {
    case "NSManagedObjectModel":
      throw ModelError.unsupportedForm(path: path.text, form: "a compiled model (.mom)")
    case "XDPMModel":
      throw ModelError.unsupportedForm(path: path.text, form: "a binary model of Xcode 3 (elements)")
    default: throw ModelError.notAModel(path: path.text)
    }
  }
}
