import FileOperations

/// Compares values with external storage by their content, wherever each of two stores keeps it: behind the tag byte in
/// the cell, or in a file of its own (format page 4.9).
struct ExternalContentComparer {
  enum Verdict {
    case equal
    case different
    /// The destination names a file that it does not have, and the source has its own.
    case missing
  }

  let source: ExternalFiles
  let destination: ExternalFiles

  /// - Throws: `FileError` for a file that is there and cannot be read.
  func compare(_ old: UnsafeRawBufferPointer, _ new: UnsafeRawBufferPointer) throws(FileError) -> Verdict {
    let (before, after) = (ExternalFiles.name(old), ExternalFiles.name(new))
    let isKept = try before.map { name throws(FileError) in try source.exists(name) } ?? true
    // What led nowhere before leads nowhere now: the source's own finding.
    guard isKept else { return CellComparer.isEqual(old, new) ? .equal : .different }
    if let after, try !destination.exists(after) { return .missing }
    switch (before, after) {
    case (nil, nil): return CellComparer.isEqual(old, new) ? .equal : .different
    case (let before?, let after?):
      return try source.digest(before) == destination.digest(after) ? .equal : .different
    case (let before?, nil): return try source.holds(Self.content(of: new), in: before) ? .equal : .different
    case (nil, let after?):
      return try destination.holds(Self.content(of: old), in: after) ? .equal : .different
    }
  }

  /// Nil for a cell that is neither content nor reference.
  private static func content(of cell: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    guard cell.first == ExternalFiles.inlineTag else { return nil }
    return UnsafeRawBufferPointer(rebasing: cell.dropFirst())
  }
}

extension ExternalFiles {
  fileprivate func digest(_ name: String) throws(FileError) -> FileDigest? {
    guard let folder else { return nil }
    return try operations.digest(of: FileName.join(folder, name), at: .externalData)
  }

  /// Whether a file's content is these bytes.
  func holds(_ bytes: UnsafeRawBufferPointer?, in name: String) throws(FileError) -> Bool {
    guard let bytes else { return false }
    var offset = 0
    var isEqual = true
    let isRead = try read(name) {
      isEqual = $0 == bytes.count
    } _: { piece in
      guard isEqual, offset + piece.count <= bytes.count else {
        isEqual = false
        return
      }
      isEqual = CellComparer.isEqual(
        piece, UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + piece.count)]))
      offset += piece.count
    }
    return isRead && isEqual && offset == bytes.count
  }
}
