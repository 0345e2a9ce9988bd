import FileOperations
import PropertyLists

/// Reads a `.momd`'s `VersionInfo.plist` (section 9 of the page on the archive).
enum VersionInfoReader {
  private static let fileName = "VersionInfo.plist"

  /// The current version's name; nil when the file is absent or names none.
  static func currentVersion(in bundle: String, names: [String], with files: ModelFiles)
    -> Result<String?, ModelError>
  {
    do throws(ModelError) {
      let list = try list(in: bundle, names: names, with: files)
      guard let value = list?["NSManagedObjectModel_CurrentVersionName"] else { return .success(nil) }
      guard let name = value.string else {
        throw unreadable(bundle, "the current version's name is no string")
      }
      return .success(name.isEmpty ? nil : name)
    } catch {
      return .failure(error)
    }
  }

  /// Version to entity to version hash, as the compiler computed them; empty when the file is absent.
  static func versionHashes(in bundle: String, names: [String], with files: ModelFiles) throws(ModelError)
    -> [String: [String: [UInt8]]]
  {
    var result: [String: [String: [UInt8]]] = [:]
    for version in try list(in: bundle, names: names, with: files)?["NSManagedObjectModel_VersionHashes"]?
      .entries ?? []
    {
      for entity in version.value.entries ?? [] {
        guard let hash = entity.value.data, hash.count == 32 else {
          throw unreadable(bundle, "the hash of \(entity.key) is none")
        }
        result[version.key, default: [:]][entity.key] = hash
      }
    }
    return result
  }

  private static func list(in bundle: String, names: [String], with files: ModelFiles) throws(ModelError)
    -> PropertyList?
  {
    guard names.contains(fileName) else { return nil }
    let bytes = try files.read(FileName.join(bundle, fileName))
    let list: PropertyList
    do {
      list = try PropertyListReader.read(bytes)
    } catch {
      throw unreadable(bundle, "\(error)")
    }
    guard list.entries != nil else { throw unreadable(bundle, "it is no dictionary") }
    return list
  }

  private static func unreadable(_ bundle: String, _ reason: String) -> ModelError {
    ModelError.unreadable(path: FileName.join(bundle, fileName), line: nil, reason: reason)
  }
}
