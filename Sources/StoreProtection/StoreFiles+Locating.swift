package import FileOperations

extension StoreFiles {
  /// Finds the files of the store at `path`. Nothing is written, and only the store's header is read.
  ///
  /// - Parameter requested: The store, or a document package that it lies in.
  package init(locating requested: String, with files: FileOperations) throws(StoreFilesError) {
    let path = try Self.reading { () throws(FileError) in
      try DocumentPackage.storePath(requested, with: files)
    }
    isInPackage = path != requested
    let status = try Self.storeStatus(of: path, with: files)
    let real = try Self.reading { () throws(FileError) in try files.realPath(of: path, at: .storeStatus) }
    var companions: [StoreFileRole: StoreFile] = [:]
    for role in StoreFileRole.companions {
      companions[role] = try Self.companion(role, of: real, with: files)
    }
    guard status.size > 0 else {
      throw .empty(hasLog: (companions[.writeAheadLog]?.status.size ?? 0) > 0)
    }
    header = try Self.header(of: real, with: files)
    requestedPath = path
    isLinked = try Self.isLinked(path, real: real, with: files)
    store = StoreFile(role: .store, path: real, status: status)
    writeAheadLog = companions[.writeAheadLog]
    rollbackJournal = companions[.rollbackJournal]
    sharedMemory = companions[.sharedMemory]
    // Core Data goes by the name it was given, so that a link can have a folder of its own.
    let beside = try Self.externalData(of: real, with: files)
    if let beside {
      externalData = beside
    } else {
      // By its full path: the journal of a run in place names files relative to the store itself.
      let folder = try Self.reading { () throws(FileError) in
        try files.realPath(of: FileName.folder(of: path), at: .storeStatus)
      }
      externalData = try Self.externalData(of: FileName.join(folder, FileName.last(of: path)), with: files)
    }
    leftovers = try Self.leftovers(of: real, with: files)
  }

  private static func reading<Value>(_ calls: () throws(FileError) -> Value) throws(StoreFilesError) -> Value
  {
    do {
      return try calls()
    } catch {
      throw .unreadable(error)
    }
  }

  private static func storeStatus(of path: String, with files: FileOperations) throws(StoreFilesError)
    -> FileStatus
  {
    let found = try reading { () throws(FileError) in try files.statusIfPresent(of: path, at: .storeStatus) }
    guard let found else {
      let link = try reading { () throws(FileError) in
        try files.linkStatusIfPresent(of: path, at: .storeStatus)
      }
      throw link == nil ? .notFound : .linkToNothing
    }
    switch found.kind {
    case .regular: return found
    case .folder: throw .isAFolder
    case .symbolicLink, .other: throw .notAFile
    }
  }

  private static func isLinked(_ path: String, real: String, with files: FileOperations)
    throws(StoreFilesError) -> Bool
  {
    let link = try reading { () throws(FileError) in try files.linkStatus(of: path, at: .storeStatus) }
    return link.kind == .symbolicLink || !FileName.equal(FileName.last(of: path), FileName.last(of: real))
  }

  private static func companion(_ role: StoreFileRole, of store: String, with files: FileOperations)
    throws(StoreFilesError) -> StoreFile?
  {
    let path = store + role.suffix
    let named = try reading { () throws(FileError) in
      try files.linkStatusIfPresent(of: path, at: .storeStatus)
    }
    if named == nil { return nil }
    let status = try reading { () throws(FileError) in
      try files.statusIfPresent(of: path, at: .storeStatus)
    }
    if let status, status.kind == .regular { return StoreFile(role: role, path: path, status: status) }
    // A journal goes while its program commits. A link that leads nowhere stays.
    if status == nil, named?.kind == .regular { return nil }
    throw .companionNotAFile(role)
  }

  private static func header(of path: String, with files: FileOperations) throws(StoreFilesError)
    -> DatabaseHeader
  {
    let bytes = try reading { () throws(FileError) in
      let file = try files.openToRead(path, at: .storeOpen)
      return try files.readBytes(from: file, offset: 0, count: DatabaseHeader.length, at: .storeOpen)
    }
    do {
      return try DatabaseHeader(bytes)
    } catch {
      switch error {
      case .cutShort: throw .cutShort
      case .impossiblePageSize, .impossibleVersion, .impossibleEncoding: throw .damagedHeader
      case .noMagic: throw kindOfStranger(bytes)
      }
    }
  }

  private static func kindOfStranger(_ bytes: [UInt8]) -> StoreFilesError {
    if bytes.starts(with: Array("bplist00".utf8)) { return .isBinaryStore }
    let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]
    let start = bytes.starts(with: byteOrderMark) ? bytes.dropFirst(byteOrderMark.count) : bytes[...]
    let text = start.drop { [0x20, 0x09, 0x0a, 0x0d].contains($0) }
    let isXML = ["<?xml", "<!DOCTYPE database", "<database"].contains { text.starts(with: Array($0.utf8)) }
    return isXML ? .isXMLStore : .notSQLite
  }

  private static func externalData(of store: String, with files: FileOperations) throws(StoreFilesError)
    -> ExternalDataFolder?
  {
    let support = FileName.join(
      FileName.folder(of: store), ExternalDataFolder.supportFolderName(for: store))
    let folder = FileName.join(support, ExternalDataFolder.name)
    return try reading { () throws(FileError) in
      guard let status = try files.statusIfPresent(of: folder, at: .storeStatus), status.kind == .folder
      else {
        return nil
      }
      let listing = try files.list(folder, at: .storeFolder)
      var strangers = listing.undecodable
      var found: [ExternalDataFile] = []
      for name in listing.names {
        let path = FileName.join(folder, name)
        // A symbolic link could lead anywhere.
        guard let status = try files.linkStatusIfPresent(of: path, at: .storeStatus) else { continue }
        if status.kind == .regular {
          found.append(ExternalDataFile(name: name, path: path, size: status.size))
        } else {
          strangers += 1
        }
      }
      return ExternalDataFolder(path: folder, files: found, strangers: strangers)
    }
  }

  private static func leftovers(of store: String, with files: FileOperations) throws(StoreFilesError)
    -> [String]
  {
    let folder = FileName.folder(of: store)
    return try reading { () throws(FileError) in
      leftovers(of: store, among: try files.list(folder, at: .storeFolder).names)
        .map { FileName.join(folder, $0) }
    }
  }

  /// Of the names in the store's folder those that a migration on a Mac left behind.
  static func leftovers(of store: String, among names: [String]) -> [String] {
    let name = FileName.last(of: store)
    let prefixes = [
      ".\(name).migrationdestination_", ".\(ExternalDataFolder.supportFolderName(for: store))_transsrc_",
    ].map { Array($0.utf8) }
    return names.filter { found in
      FileName.equal(found, name + "~") || prefixes.contains { found.utf8.starts(with: $0) }
    }
  }
}
