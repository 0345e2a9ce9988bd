import Foundation

/// Writes records in the form that a report's digests are taken over: see `Documentation/AppleCheck.md`.
struct Canonical {
  private(set) var bytes = Data()

  mutating func key(_ key: Int64) { integer(key) }

  mutating func integer(_ value: Int64) {
    withUnsafeBytes(of: UInt64(bitPattern: value).bigEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func null() { record(5, Data()) }

  mutating func number(_ value: Int64) {
    withUnsafeBytes(of: UInt64(bitPattern: value).bigEndian) { record(1, Data($0)) }
  }

  mutating func real(_ value: Double) {
    withUnsafeBytes(of: value.bitPattern.bigEndian) { record(2, Data($0)) }
  }

  mutating func text(_ value: String) { record(3, Data(value.utf8)) }

  mutating func blob(_ value: Data) { record(4, value) }

  private mutating func record(_ storageClass: UInt8, _ value: Data) {
    bytes.append(storageClass)
    integer(Int64(value.count))
    bytes.append(value)
  }
}
