import Digests
import SQLite

/// The digest of one attribute's values: records of key (8 bytes, big-endian), storage class (1), length (8)
/// and bytes.
final class AttributeDigester {
  private static let capacity = 16 << 10
  private static let headerSize = 17

  private var digest: MessageDigest? = MessageDigest(.sha256)
  private let buffer: UnsafeMutableRawBufferPointer
  private var filled = 0
  private(set) var nulls: Int64 = 0

  init() { buffer = .allocate(byteCount: Self.capacity, alignment: 8) }

  deinit { buffer.deallocate() }

  func appendNull(_ key: Int64) {
    nulls += 1
    begin(key, .null, length: 0, room: 0)
  }

  /// An integer, or the bits of a real.
  func append(_ key: Int64, _ storageClass: StorageClass, bits: UInt64) {
    begin(key, storageClass, length: 8, room: 8)
    buffer.storeBytes(of: bits.bigEndian, toByteOffset: filled, as: UInt64.self)
    filled += 8
  }

  func append(_ key: Int64, _ storageClass: StorageClass, _ bytes: UnsafeRawBufferPointer) {
    begin(key, storageClass, length: bytes.count, room: 0)
    append(bytes)
  }

  /// Starts a record whose bytes come piece by piece.
  func begin(_ key: Int64, _ storageClass: StorageClass, length: Int) {
    begin(key, storageClass, length: length, room: 0)
  }

  func append(_ bytes: UnsafeRawBufferPointer) {
    if bytes.count > Self.capacity - filled { flush() }
    if bytes.count > Self.capacity {
      digest?.update(bytes)
    } else {
      UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]).copyMemory(from: bytes)
      filled += bytes.count
    }
  }

  /// `sha256:` and hexadecimal digits. To be called once.
  func finish() -> String {
    flush()
    guard let finished = digest.take() else { return "" }
    return "sha256:" + finished.finalize().hexadecimalText
  }

  private func begin(_ key: Int64, _ storageClass: StorageClass, length: Int, room: Int) {
    if filled + Self.headerSize + room > Self.capacity { flush() }
    buffer.storeBytes(of: key.bigEndian, toByteOffset: filled, as: Int64.self)
    buffer.storeBytes(of: UInt8(storageClass.rawValue), toByteOffset: filled + 8, as: UInt8.self)
    buffer.storeBytes(of: Int64(length).bigEndian, toByteOffset: filled + 9, as: Int64.self)
    filled += Self.headerSize
  }

  private func flush() {
    digest?.update(UnsafeRawBufferPointer(rebasing: buffer[..<filled]))
    filled = 0
  }
}
