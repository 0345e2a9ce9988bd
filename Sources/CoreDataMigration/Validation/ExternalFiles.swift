import FileOperations

/// The files beside a store that cells with external storage refer to (format page 4.9).
struct ExternalFiles {
  static let inlineTag: UInt8 = 1
  static let referenceTag: UInt8 = 2
  /// Tag, the 36 characters of a UUID, and usually a zero byte.
  static let referenceLengths = 37...38

  let folder: String?
  let operations: FileOperations
  let lost: Set<String>

  /// The file name of a reference; nil for anything else.
  static func name(_ cell: UnsafeRawBufferPointer) -> String? {
    guard referenceLengths.contains(cell.count), cell[0] == referenceTag, cell.count == 37 || cell[37] == 0
    else { return nil }
    let name = cell[1..<37]
    // Nothing that could lead out of the folder.
    guard name.allSatisfy({ isNameByte($0) || $0 == UInt8(ascii: "-") }) else { return nil }
    return String(decoding: name, as: UTF8.self)
  }

  /// Whether a file of that name is there. A look that fails is no answer, and throws.
  func exists(_ name: String) throws(FileError) -> Bool {
    guard let folder else { return false }
    return try operations.linkStatusIfPresent(of: FileName.join(folder, name), at: .externalData)?.kind
      == .regular
  }

  /// Gives the content piece by piece, its length first; false if there is no folder or the file ends too soon.
  ///
  /// - Throws: what is not there or cannot be read is not taken for another content.
  func read(_ name: String, begin: (Int) -> Void, _ piece: (UnsafeRawBufferPointer) -> Void) throws(FileError)
    -> Bool
  {
    guard let folder else { return false }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    defer { buffer.deallocate() }
    let file = try operations.openToRead(FileName.join(folder, name), at: .externalData)
    let length = Int(try operations.status(of: file, at: .externalData).size)
    begin(length)
    var rest = length
    while rest > 0 {
      let count = try operations.readNext(from: file, into: buffer, at: .externalData)
      guard count > 0 else { return false }
      piece(UnsafeRawBufferPointer(rebasing: buffer[..<min(count, rest)]))
      rest -= min(count, rest)
    }
    return true
  }

  /// Names of the files in the folder; empty where there is none. A look that fails throws.
  func names() throws(FileError) -> Set<String> {
    guard let folder, try operations.statusIfPresent(of: folder, at: .externalData) != nil else { return [] }
    var names: Set<String> = []
    for name in try operations.list(folder, at: .externalData).names {
      // What a symbolic link leads to was never the store's.
      let status = try operations.linkStatusIfPresent(of: FileName.join(folder, name), at: .externalData)
      if status?.kind == .regular { names.insert(name) }
    }
    return names
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}
