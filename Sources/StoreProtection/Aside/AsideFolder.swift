internal import FileOperations

/// A dated folder beside a store that holds files which were set aside: `failed-open-TIME`.
package struct AsideFolder: Sendable, Hashable {
  static let prefix = "failed-open-"

  /// Of the store's main file, full.
  let store: String
  /// Its own, in the store's folder.
  package let name: String
  /// `nil` where it cannot be read or understood.
  let list: AsideList?

  var home: String { FileName.folder(of: store) }
  var path: String { FileName.join(home, name) }
  var listPath: String { FileName.join(path, AsideList.fileName) }

  /// What was set aside, or was to be: `nil` if nobody knows.
  package var names: [String]? { list?.entries.map(\.name) }

  func held(_ name: String) -> String { FileName.join(path, name) }
  func atHome(_ name: String) -> String { FileName.join(home, name) }

  /// Where a dated folder is made before it gets its name, and goes before it is removed: nothing of a store is ever in
  /// it.
  static func unnamed(for store: String) -> String {
    FileName.join(FileName.folder(of: store), ".\(FileName.last(of: store)).set-aside")
  }

  /// `failed-open-20261130T101112Z`, and with a number if there is one of that second.
  static func name(at seconds: Int64, attempt: Int) -> String {
    prefix + WallClock.basicText(seconds) + (attempt == 1 ? "" : "-\(attempt)")
  }

  /// By time, then by number.
  private static func precedes(_ first: AsideFolder, _ second: AsideFolder) -> Bool {
    let (one, other) = (Array(first.name.utf8), Array(second.name.utf8))
    if one.prefix(timeLength) == other.prefix(timeLength), one.count != other.count {
      return one.count < other.count
    }
    return one.lexicographicallyPrecedes(other)
  }

  private static let timeLength = prefix.count + 16

  /// Those of a store, the newest last.
  ///
  /// - Parameter mustList: whether a folder that we may not list is an error: "none" would be no answer then.
  static func all(of store: String, mustList: Bool = false, with files: FileOperations) throws(FileError)
    -> [AsideFolder]
  {
    let home = FileName.folder(of: store)
    guard try files.statusIfPresent(of: home, at: .asideStatus)?.kind == .folder else { return [] }
    var found: [AsideFolder] = []
    let names: [String]
    do throws(FileError) {
      names = try files.list(home, at: .asideStatus).names
    } catch {
      // Of a folder that we may not list nobody can say more than of its names one by one.
      guard error.isDenied, !mustList else { throw error }
      return []
    }
    for name in names where name.hasPrefix(prefix) {
      if let folder = try find(name, of: store, with: files) { found.append(folder) }
    }
    return found.sorted(by: precedes)
  }

  /// Full path of the store whose files lie in dated folders of a folder; `nil` where there is none, or more than one.
  static func onlyStore(in home: String, with files: FileOperations) throws(FileError) -> String? {
    var found: Set<String> = []
    for name in try files.list(home, at: .asideStatus).names where name.hasPrefix(prefix) {
      let path = FileName.join(FileName.join(home, name), AsideList.fileName)
      if let list = try? readList(path, with: files) { found.insert(list.store) }
    }
    return found.count == 1 ? found.first.map { FileName.join(home, $0) } : nil
  }

  /// - Returns: `nil` where it is none, or of another store.
  private static func find(_ name: String, of store: String, with files: FileOperations) throws(FileError)
    -> AsideFolder?
  {
    let path = FileName.join(FileName.folder(of: store), name)
    guard try files.linkStatusIfPresent(of: path, at: .asideStatus)?.kind == .folder else { return nil }
    do throws(FileError) {
      if let list = try readList(FileName.join(path, AsideList.fileName), with: files) {
        let isOfStore = FileName.equal(list.store, FileName.last(of: store))
        return isOfStore ? AsideFolder(store: store, name: name, list: list) : nil
      }
      // Without its list it still tells whose files it holds.
      for role in StoreFileRole.holdingData {
        let file = FileName.join(path, FileName.last(of: store) + role.suffix)
        guard try files.linkStatusIfPresent(of: file, at: .asideStatus) != nil else { continue }
        return AsideFolder(store: store, name: name, list: nil)
      }
      return nil
    } catch {
      // Somebody else's folder may hold this store.
      guard error.isDenied else { throw error }
      return AsideFolder(store: store, name: name, list: nil)
    }
  }

  private static func readList(_ path: String, with files: FileOperations) throws(FileError) -> AsideList? {
    guard try files.linkStatusIfPresent(of: path, at: .asideStatus)?.kind == .regular else { return nil }
    return AsideList(parsing: try files.readAll(path, at: .asideRead))
  }

  init(store: String, name: String, list: AsideList?) {
    self.store = store
    self.name = name
    self.list = list
  }
}
