#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import CoreDataMapping
import SQLite

/// Compares one cell with what it should be, holds it against its rules and takes it into its digest: the
/// bytes are lent by SQLite and looked at once.
struct CellComparer {
  let source: Statement
  let destination: Statement
  /// Of the source.
  let files: ExternalFiles
  /// Of a destination that has files of its own; nil where its cells name the source's.
  let destinationFiles: ExternalFiles?

  /// Whether the destination's value is the right one.
  ///
  /// - Parameter first: the row's key in the store that was given, by which values are digested.
  func compare(_ cell: CellComparison, key: Int64, first: Int64) throws -> Bool {
    let isEqual = try isCarriedOver(cell, key, first)
    guard let recomputed = cell.recomputed else { return isEqual }
    if !isEqual, cell.sourceColumn != nil { recomputed.add(key) }
    return true
  }

  /// Of a value that is not the right one.
  func tell(_ cell: CellComparison, key: Int64) {
    cell.difference.add(key)
    let old = cell.sourceColumn.map { source.value(at: $0) } ?? .null
    cell.difference.pattern?.see(old, destination.value(at: cell.destinationColumn))
  }

  private func isCarriedOver(_ cell: CellComparison, _ key: Int64, _ first: Int64) throws -> Bool {
    if case .convert(let conversion) = cell.conversion, let origin = cell.sourceColumn {
      return isConverted(cell, ConvertedValue(conversion), from: source.value(at: origin), key, first)
    }
    let column = cell.destinationColumn
    let storageClass = destination.storageClass(at: column)
    let sourceClass = cell.sourceColumn.map { source.storageClass(at: $0) } ?? .null
    switch storageClass {
    case .null:
      cell.digester.appendNull(first)
      cell.rule.checkNull(key)
      return sourceClass == .null ? cell.fallback == .null : isLostFile(cell, sourceClass, key)
    case .integer:
      let integer = destination.integer(at: column)
      cell.digester.append(first, .integer, bits: UInt64(bitPattern: integer))
      cell.rule.check(key, integer: integer)
      guard sourceClass != .null, let origin = cell.sourceColumn else {
        return cell.fallback == .integer(integer)
      }
      return sourceClass == .integer && source.integer(at: origin) == integer
    case .real:
      let real = destination.double(at: column)
      cell.digester.append(first, .real, bits: real.bitPattern)
      cell.rule.check(key, real: real)
      guard sourceClass != .null, let origin = cell.sourceColumn else {
        if case .real(let value) = cell.fallback { return value.bitPattern == real.bitPattern }
        return false
      }
      return sourceClass == .real && source.double(at: origin).bitPattern == real.bitPattern
    case .text, .blob:
      return try destination.withBytes(at: column) { bytes in
        if storageClass == .text {
          cell.digester.append(first, .text, bytes)
          cell.rule.check(key, text: bytes)
        } else {
          try digest(blob: bytes, cell, first)
          cell.rule.check(key, blob: bytes)
        }
        guard sourceClass != .null, let origin = cell.sourceColumn else {
          return isFallback(cell.fallback, storageClass, bytes)
        }
        guard sourceClass == storageClass else { return false }
        return try source.withBytes(at: origin) { old in
          if cell.isTagged, let destinationFiles, storageClass == .blob, cell.conversion == .copy {
            let comparer = ExternalContentComparer(source: files, destination: destinationFiles)
            let verdict = try comparer.compare(old, bytes)
            if verdict == .missing { cell.missingFile.add(key) }
            return verdict == .equal
          }
          return try isConverted(old, to: bytes, cell, storageClass)
        }
      }
    }
  }

  /// NULL is right where the value's file was not there when the run was planned, and a consent covers it.
  private func isLostFile(_ cell: CellComparison, _ sourceClass: StorageClass, _ key: Int64) -> Bool {
    guard cell.conversion == .removeTag, sourceClass == .blob, cell.fallback == .null,
      let origin = cell.sourceColumn
    else { return false }
    return source.withBytes(at: origin) { bytes in
      ExternalFiles.name(bytes).map { files.lost.contains($0) } ?? false
    }
  }

  private func isFallback(_ fallback: Value, _ storageClass: StorageClass, _ bytes: UnsafeRawBufferPointer)
    -> Bool
  {
    switch fallback {
    case .text(let expected): storageClass == .text && bytes.elementsEqual(expected)
    case .blob(let expected): storageClass == .blob && bytes.elementsEqual(expected)
    default: false
    }
  }

  private func isConverted(
    _ old: UnsafeRawBufferPointer, to new: UnsafeRawBufferPointer, _ cell: CellComparison,
    _ storageClass: StorageClass
  ) throws -> Bool {
    guard storageClass == .blob else { return Self.isEqual(old, new) }
    switch cell.conversion {
    case .copy: return Self.isEqual(old, new)
    case .addTag:
      return new.first == ExternalFiles.inlineTag && Self.isEqual(old, Self.withoutTag(new))
    case .removeTag:
      if old.first == ExternalFiles.inlineTag { return Self.isEqual(Self.withoutTag(old), new) }
      guard let name = ExternalFiles.name(old) else { return Self.isEqual(old, new) }
      return try files.holds(new, in: name)
    case .incompatible, .convert: return false
    }
  }

  /// A value of another type: what it must have become is worked out again.
  private func isConverted(
    _ cell: CellComparison, _ conversion: ConvertedValue, from old: Value, _ key: Int64, _ first: Int64
  )
    -> Bool
  {
    let new = destination.value(at: cell.destinationColumn)
    switch new {
    case .null:
      cell.digester.appendNull(first)
      cell.rule.checkNull(key)
    case .integer(let integer):
      cell.digester.append(first, .integer, bits: UInt64(bitPattern: integer))
      cell.rule.check(key, integer: integer)
    case .real(let real):
      cell.digester.append(first, .real, bits: real.bitPattern)
      cell.rule.check(key, real: real)
    case .text(let bytes):
      bytes.withUnsafeBytes {
        cell.digester.append(first, .text, $0)
        cell.rule.check(key, text: $0)
      }
    case .blob(let bytes):
      bytes.withUnsafeBytes {
        cell.digester.append(first, .blob, $0)
        cell.rule.check(key, blob: $0)
      }
    }
    guard old != .null else { return new == cell.fallback }
    let expected = conversion.expected(old)
    return expected == .null ? new == cell.lossFallback : ConvertedValue.isEqual(new, expected)
  }

  /// External data counts by content: without its tag, or as its file holds it; by its reference where the
  /// file is missing.
  private func digest(blob bytes: UnsafeRawBufferPointer, _ cell: CellComparison, _ key: Int64) throws {
    let files = destinationFiles ?? files
    guard cell.isTagged else { return cell.digester.append(key, .blob, bytes) }
    if bytes.first == ExternalFiles.inlineTag {
      return cell.digester.append(key, .blob, Self.withoutTag(bytes))
    }
    guard let name = ExternalFiles.name(bytes), try files.exists(name) else {
      return cell.digester.append(key, .blob, bytes)
    }
    _ = try files.read(name) {
      cell.digester.begin(key, .blob, length: $0)
    } _: {
      cell.digester.append($0)
    }
  }

  private static func withoutTag(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes.dropFirst())
  }

  static func isEqual(_ lhs: UnsafeRawBufferPointer, _ rhs: UnsafeRawBufferPointer) -> Bool {
    guard lhs.count == rhs.count else { return false }
    guard let left = lhs.baseAddress, let right = rhs.baseAddress else { return true }
    return memcmp(left, right, lhs.count) == 0
  }
}
