internal import FileOperations

/// What stands at the names of a store and of what belongs to it.
struct AsideFamily: Sendable, Hashable {
  typealias Member = (name: String, part: AsideEntry.Part)

  /// In the order in which they leave: the store last.
  let names: [String]
  private let parts: [AsideEntry.Part]
  /// Whether external data stays since it is not this store's alone, or lies elsewhere.
  let externalStays: Bool

  var members: [Member] { Array(zip(names, parts)).map { ($0, $1) } }
  /// The store and its companions.
  var own: [String] { members.filter { $0.part != .externalData && $0.part != .leftover }.map(\.name) }
  var hasStore: Bool { parts.contains(.store) }

  init(of address: StoreAddress, with files: FileOperations) throws(FileError) {
    var found: [Member] = []
    for role in StoreFileRole.companions where try Self.isThere(address.name + role.suffix, address, files) {
      found.append((address.name + role.suffix, role == .sharedMemory ? .sharedMemory : .log))
    }
    let support = ExternalDataFolder.supportFolderName(for: address.name)
    let listing = try files.list(address.folder, at: .asideStatus).names
    let leftovers = StoreFiles.leftovers(of: address.path, among: listing)
    let hasOwn = try Self.isThere(support, address, files)
    let isShared =
      hasOwn
      ? try Self.hasNamesake(
        address, among: listing, except: leftovers + StoreFileRole.allCases.map { address.name + $0.suffix },
        with: files) : false
    if hasOwn, !isShared { found.append((support, .externalData)) }
    externalStays = hasOwn ? isShared : try Self.isBesideLink(address, with: files)
    for name in leftovers { found.append((name, .leftover)) }
    if try Self.isThere(address.name, address, files) { found.append((address.name, .store)) }
    names = found.map(\.name)
    parts = found.map(\.part)
  }

  private static func isThere(_ name: String, _ address: StoreAddress, _ files: FileOperations)
    throws(FileError) -> Bool
  {
    try files.linkStatusIfPresent(of: FileName.join(address.folder, name), at: .asideStatus) != nil
  }

  /// Whether another database has the name that the folder of external data goes by: `Library.store` beside
  /// `Library.sqlite`.
  private static func hasNamesake(
    _ address: StoreAddress, among names: [String], except own: [String], with files: FileOperations
  ) throws(FileError) -> Bool {
    let base = FileName.base(of: address.name)
    for name in names
    where FileName.equal(FileName.base(of: name), base)
      && !own.contains(where: { FileName.equal($0, name) })
    {
      let path = FileName.join(address.folder, name)
      guard try files.statusIfPresent(of: path, at: .asideStatus)?.kind == .regular else { continue }
      do {
        let file = try files.openToRead(path, at: .asideRead)
        let bytes = try files.readBytes(from: file, offset: 0, count: DatabaseHeader.length, at: .asideRead)
        if (try? DatabaseHeader(bytes)) != nil { return true }
      } catch {
        // What cannot be read may be one.
        return true
      }
    }
    return false
  }

  /// A link to a store may have a folder of external data of its own.
  private static func isBesideLink(_ address: StoreAddress, with files: FileOperations) throws(FileError)
    -> Bool
  {
    let named = FileName.join(
      FileName.folder(of: address.requestedPath),
      ExternalDataFolder.supportFolderName(for: address.requestedPath))
    return try files.linkStatusIfPresent(of: named, at: .asideStatus) != nil
  }
}
