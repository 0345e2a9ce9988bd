import SQLite

/// Compares one value of the first store with that of the last one.
struct WalkCells {
  let attributes: [WalkPlan.Attribute]
  let files: ExternalFiles

  /// - Parameter column: the same in both statements.
  func isCarriedOver(_ index: Int, _ old: Statement, _ new: Statement, column: Int) throws -> Bool {
    let attribute = attributes[index]
    let storageClass = old.storageClass(at: column)
    if storageClass == .null {
      // Which default it was, the step proved that put it there.
      return attribute.replacesNull || new.storageClass(at: column) == .null
    }
    guard new.storageClass(at: column) == storageClass else {
      return new.storageClass(at: column) == .null && isLost(attribute, old, column)
    }
    switch storageClass {
    case .null: return true
    case .integer: return old.integer(at: column) == new.integer(at: column)
    case .real: return old.double(at: column).bitPattern == new.double(at: column).bitPattern
    case .text, .blob:
      return try old.withBytes(at: column) { bytes in
        try new.withBytes(at: column) { try isEqual(attribute, bytes, $0, isBlob: storageClass == .blob) }
      }
    }
  }

  private func isLost(_ attribute: WalkPlan.Attribute, _ old: Statement, _ column: Int) -> Bool {
    guard attribute.isInlined, attribute.isTagged else { return false }
    return old.withBytes(at: column) { bytes in
      ExternalFiles.name(bytes).map { files.lost.contains($0) } ?? false
    }
  }

  private func isEqual(
    _ attribute: WalkPlan.Attribute, _ old: UnsafeRawBufferPointer, _ new: UnsafeRawBufferPointer,
    isBlob: Bool
  ) throws -> Bool {
    guard isBlob, attribute.isTagged || attribute.becomesTagged else { return CellComparer.isEqual(old, new) }
    if attribute.isTagged, let name = ExternalFiles.name(old) {
      guard attribute.isInlined else { return CellComparer.isEqual(old, new) }
      return try files.holds(Self.content(new, isTagged: attribute.becomesTagged), in: name)
    }
    return CellComparer.isEqual(
      Self.content(old, isTagged: attribute.isTagged), Self.content(new, isTagged: attribute.becomesTagged))
  }

  /// Without the tag of external storage.
  private static func content(_ bytes: UnsafeRawBufferPointer, isTagged: Bool) -> UnsafeRawBufferPointer {
    isTagged && bytes.first == ExternalFiles.inlineTag
      ? UnsafeRawBufferPointer(rebasing: bytes.dropFirst()) : bytes
  }
}
