import FileOperations

/// Where the lines and the database of rows that were left out go, beside each other.
///
/// Neither replaces a file: if something else bears the name, the next free number is taken.
struct RejectFile {
  private static let part = ".import-legacy-part"
  /// Without an ending.
  private let stem: String
  private let ending: String
  private let files: FileOperations

  /// - Parameter path: of the lines; the database has the ending `.sqlite`.
  init(path: String, files: FileOperations) {
    let name = FileName.last(of: path)
    let dot = name.lastIndex(of: ".").map { name.distance(from: $0, to: name.endIndex) } ?? 0
    stem = dot > 0 ? String(path.dropLast(dot)) : path
    ending = dot > 0 ? String(path.suffix(dot)) : ".jsonl"
    self.files = files
  }

  /// Copies both beside their places.
  func take(_ book: RejectBook) throws(FileError) {
    discard()
    do {
      _ = try files.copyHashing(from: book.linesPath, to: stem + ending + Self.part, at: .rejects)
      try files.synchronizeFile(stem + ending + Self.part, at: .rejects)
      _ = try files.copyHashing(from: book.rowsPath, to: stem + ".sqlite" + Self.part, at: .rejects)
      try files.synchronizeFile(stem + ".sqlite" + Self.part, at: .rejects)
    } catch {
      discard()
      throw error
    }
  }

  /// - Returns: the name of the lines' file, without its folder.
  func putInPlace() throws(FileError) -> String {
    var number = 1
    while true {
      let own = number == 1 ? stem : "\(stem)-\(number)"
      if try files.statusIfPresent(of: own + ending, at: .rejects) == nil,
        try files.statusIfPresent(of: own + ".sqlite", at: .rejects) == nil
      {
        try files.move(stem + ".sqlite" + Self.part, to: own + ".sqlite", at: .rejects)
        try files.move(stem + ending + Self.part, to: own + ending, at: .rejects)
        return FileName.last(of: own + ending)
      }
      number += 1
    }
  }

  func discard() {
    for ending in [ending, ".sqlite"] {
      try? files.removeFileIfPresent(stem + ending + Self.part, at: .rejects)
    }
  }
}

extension FilePoint {
  static let rejects: FilePoint = "rejects.write"
}
