import CoreDataModel
import Digests
import SQLite

/// Records of values as Core Data's objects hold them, whatever the cells are: see `Documentation/AppleCheck.md`.
struct ObjectDigest: ~Copyable {
  private var digest = MessageDigest(.sha256)

  mutating func append(_ number: Int64) { bytes(of: UInt64(bitPattern: number)) }

  mutating func appendNull(key: Int64) {
    append(key)
    append(5, count: 0)
  }

  /// - Parameter content: of a cell with external storage: without its tag, or as its file holds it.
  mutating func append(_ cell: Value, of type: AttributeType, key: Int64) {
    append(key)
    switch (type, cell) {
    case (.double, _), (.date, _): append(real: Self.number(cell))
    case (.float, _): append(real: Double(Float(Self.number(cell))))
    case (_, .integer(let integer)):
      append(1, count: 8)
      append(integer)
    case (_, .real(let real)): append(real: real)
    case (_, .text(let text)): append(3, text)
    case (_, .blob(let blob)): append(4, blob)
    case (_, .null): append(5, count: 0)
    }
  }

  consuming func text() -> String { "sha256:" + digest.finalize().hexadecimalText }

  private mutating func append(real: Double) {
    append(2, count: 8)
    bytes(of: real.bitPattern)
  }

  private mutating func append(_ storageClass: UInt8, _ value: [UInt8]) {
    append(storageClass, count: value.count)
    digest.update(value)
  }

  private mutating func append(_ storageClass: UInt8, count: Int) {
    digest.update([storageClass])
    append(Int64(count))
  }

  private mutating func bytes(of word: UInt64) {
    withUnsafeBytes(of: word.bigEndian) { digest.update($0) }
  }

  private static func number(_ cell: Value) -> Double {
    switch cell {
    case .integer(let integer): Double(integer)
    case .real(let real): real
    default: 0
    }
  }
}
