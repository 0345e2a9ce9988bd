package import FileOperations

/// Looks for stores where people point: at files, at folders with all that is in them, at patterns. Nothing is written,
/// and only headers are read.
package struct StoreSearch {
  /// By the bytes of their names.
  package private(set) var stores: [FoundStore] = []
  /// Files of SQLite and of external data that belong to a store and are none.
  package private(set) var companions = 0
  /// Files in searched folders that do not begin as a database does.
  package private(set) var others = 0
  /// Names in searched folders that are not UTF-8.
  package private(set) var undecodable = 0
  /// Patterns that nothing fits, and folders with no store in them.
  package private(set) var withoutStore: [String] = []
  /// Folders and files that could not be looked into.
  package private(set) var unreadable: [String] = []

  private let files: FileOperations
  private var candidates: [(components: [String], path: String)] = []
  private var bases: [[String]] = []
  private let workingFolder: [String]

  /// - Parameter places: Files, which count whatever they are; folders, of which only what begins as a database does
  ///   counts; patterns, whose matches are either.
  package init(_ places: [String], with files: FileOperations) throws(FileError) {
    self.files = files
    workingFolder = try files.realPath(of: ".").split(separator: "/").map(String.init)
    for place in places { look(at: place) }
    nameStores()
  }

  private mutating func look(at place: String) {
    let before = candidates.count
    // A name that is there is meant as it is: a shell has expanded its patterns already.
    if (try? files.linkStatusIfPresent(of: place)) ?? nil == nil, let pattern = PathPattern(place) {
      bases.append(components(of: pattern.fixedFolder))
      var denied: [String] = []
      let matches = pattern.matches(with: files) { denied.append($0) }
      unreadable += denied
      for path in matches {
        if isFolder(path) { walk(path) } else { take(path) }
      }
      if candidates.count == before, matches.isEmpty { withoutStore.append(place) }
    } else if isFolder(place) {
      bases.append(components(of: place))
      walk(place)
      if candidates.count == before { withoutStore.append(place) }
    } else {
      bases.append(components(of: FileName.folder(of: place)))
      take(place)
    }
  }

  /// A file that was named, and is told of even if it is no store.
  private mutating func take(_ path: String) {
    let isOfExternalData = path.split(separator: "/").contains { $0 == ExternalDataFolder.name }
    guard !isCompanion(path), !isOfExternalData else { return companions += 1 }
    add(path)
  }

  private mutating func walk(_ folder: String) {
    if Interruption.isRequested { return }
    let listing: FolderListing
    do throws(FileError) {
      listing = try files.list(folder, at: .storeFolder)
    } catch {
      return unreadable.append(folder)
    }
    undecodable += listing.undecodable
    for name in listing.names {
      let path = FileName.join(folder, name)
      do throws(FileError) {
        switch try files.linkStatus(of: path, at: .storeStatus).kind {
        // A link to a folder could lead in a circle.
        case .folder: if !Self.isOfStores(name) { walk(path) }
        case .regular: try weigh(path)
        case .symbolicLink:
          if try files.statusIfPresent(of: path, at: .storeStatus)?.kind == .regular { try weigh(path) }
        case .other: others += 1
        }
      } catch {
        unreadable.append(path)
      }
    }
  }

  /// Folders that hold what belongs to a store: external data, and what runs in place keep.
  private static func isOfStores(_ name: String) -> Bool {
    name == ExternalDataFolder.name || (name.hasPrefix(".") && name.hasSuffix(".import-legacy"))
  }

  private mutating func weigh(_ path: String) throws(FileError) {
    guard !isCompanion(path) else { return companions += 1 }
    let file = try files.openToRead(path, at: .storeOpen)
    let start = try files.readBytes(
      from: file, offset: 0, count: DatabaseHeader.magic.count, at: .storeOpen)
    if start == DatabaseHeader.magic { add(path) } else { others += 1 }
  }

  /// What SQLite puts beside a database; of a name that only looks so there is no database.
  private func isCompanion(_ path: String) -> Bool {
    StoreFileRole.companions.contains { role in
      guard path.hasSuffix(role.suffix) else { return false }
      let store = String(path.dropLast(role.suffix.count))
      return (try? files.status(of: store, at: .storeStatus).kind) == .regular
    }
  }

  private mutating func add(_ path: String) { candidates.append((components(of: path), path)) }

  private func isFolder(_ path: String) -> Bool { (try? files.status(of: path).kind) == .folder }

  /// The full path without `.` and `..`, links left as they are: for names only, never to open anything.
  private func components(of path: String) -> [String] {
    var components = path.utf8.first == UInt8(ascii: "/") ? [] : workingFolder
    for part in path.split(separator: "/").map(String.init) where part != "." {
      if part == ".." { _ = components.popLast() } else { components.append(part) }
    }
    return components
  }

  private mutating func nameStores() {
    let first = bases.first ?? []
    let shared = bases.dropFirst().reduce(first[...]) { shared, base in
      shared.prefix(zip(shared, base).prefix { FileName.equal($0, $1) }.count)
    }
    var seen: Set<[UInt8]> = []
    for (components, path) in candidates {
      let name = components.dropFirst(shared.count).joined(separator: "/")
      if seen.insert(Array(name.utf8)).inserted { stores.append(FoundStore(name: name, path: path)) }
    }
    stores.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }
}
