import CoreDataMigration
import FileOperations

/// The old-id map as a file: old and new object URI of every row that was carried over.
struct IDMapFile {
  enum Format {
    case csv
    case jsonLines

    init?(path: String) {
      if path.hasSuffix(".csv") {
        self = .csv
      } else if path.hasSuffix(".jsonl") {
        self = .jsonLines
      } else {
        return nil
      }
    }
  }

  private let path: String
  private let format: Format
  private let files: FileOperations
  private static let pieceSize = 1 << 16

  init(path: String, files: FileOperations) {
    self.path = path
    format = Format(path: path) ?? .csv
    self.files = files
  }

  private var temporaryPath: String { path + ".import-legacy-part" }

  /// Writes the whole map beside its place, by source entity and ascending old key.
  ///
  /// A URI is `x-coredata://UUID/Entity/pKEY` (format page 1.2).
  func write(_ keys: KeyWalk, oldUUID: String, newUUID: String) throws(FileError) -> IDMapFile {
    try files.removeFileIfPresent(temporaryPath, at: .idMap)
    do {
      try writeLines(keys, oldUUID: oldUUID, newUUID: newUUID)
    } catch {
      discard()
      throw error
    }
    return self
  }

  private func writeLines(_ keys: KeyWalk, oldUUID: String, newUUID: String) throws(FileError) {
    let file = try files.createNew(temporaryPath, mode: 0o600, at: .idMap)
    let (oldHost, newHost) = (Self.host(oldUUID), Self.host(newUUID))
    var piece = format == .csv ? "old,new\n" : ""
    for entry in keys.entries where entry.destinationEntity != nil {
      var failure: FileError?
      entry.keys.forEachKey { old in
        guard failure == nil else { return }
        for new in keys.places(of: old, from: entry) {
          let (from, to) = (
            "x-coredata://\(oldHost)/\(entry.sourceEntity)/p\(old)",
            "x-coredata://\(newHost)/\(new.entity)/p\(new.key)"
          )
          piece += format == .csv ? "\(from),\(to)\n" : "{\"old\":\"\(from)\",\"new\":\"\(to)\"}\n"
        }
        guard piece.utf8.count >= Self.pieceSize else { return }
        do throws(FileError) {
          try files.writeAll(Array(piece.utf8), to: file, at: .idMap)
        } catch {
          failure = error
        }
        piece = ""
      }
      if let failure { throw failure }
    }
    try files.writeAll(Array(piece.utf8), to: file, at: .idMap)
    try files.synchronize(file, at: .idMap)
  }

  /// A store's UUID is whatever text its file holds: what has a meaning in a URI, a line of CSV or of JSON is
  /// percent-encoded.
  private static func host(_ uuid: String) -> String {
    var result = ""
    for byte in uuid.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        result += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
    return result
  }

  /// To be called once the store is in its place: a map without its store helps nobody.
  func putInPlace() throws(FileError) {
    try files.move(temporaryPath, to: path, at: .idMap)
  }

  /// Takes an unfinished map away.
  func discard() {
    try? files.removeFileIfPresent(temporaryPath, at: .idMap)
  }
}

extension FilePoint {
  static let idMap: FilePoint = "id-map"
}
