import FileOperations
import PropertyLists

/// Reads a bundle's `.xccurrentversion`: a property list with one key, or with none.
enum CurrentVersionReader {
  private static let fileName = ".xccurrentversion"

  /// The named version without `.xcdatamodel`; nil when the file is absent or names none.
  static func name(in bundle: String, names: [String], with files: ModelFiles) -> Result<String?, ModelError>
  {
    guard names.contains(fileName) else { return .success(nil) }
    let path = FileName.join(bundle, fileName)
    do {
      let bytes = try files.read(path)
      if bytes.isEmpty { return .success(nil) }
      let list = try PropertyListReader.read(bytes)
      guard list.entries != nil else { return .failure(unreadable(path, "it is no dictionary")) }
      guard let value = list["_XCCurrentVersionName"] else { return .success(nil) }
      guard let name = value.string else { return .failure(unreadable(path, "the name is no string")) }
      return .success(name.isEmpty ? nil : ModelForm.withoutExtension(name))
    } catch let error as ModelError {
      return .failure(error)
    } catch {
      return .failure(unreadable(path, "\(error)"))
    }
  }

  private static func unreadable(_ path: String, _ reason: String) -> ModelError {
    ModelError.unreadable(path: path, line: nil, reason: reason)
  }
}
