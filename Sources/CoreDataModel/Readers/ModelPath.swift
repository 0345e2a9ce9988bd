/// A path as the bytes the system knows, with a readable form for messages.
struct ModelPath {
  private let bytes: [UInt8]

  init(_ text: String) {
    var bytes = Array(text.utf8)
    while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    self.bytes = bytes
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  func appending(_ name: [UInt8]) -> ModelPath {
    ModelPath(bytes: bytes.last == UInt8(ascii: "/") ? bytes + name : bytes + [UInt8(ascii: "/")] + name)
  }

  func appending(_ name: String) -> ModelPath {
    appending(Array(name.utf8))
  }

  /// Bytes that are not UTF-8 become U+FFFD.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  var lastComponent: String {
    String(decoding: bytes.split(separator: UInt8(ascii: "/")).last ?? [], as: UTF8.self)
  }

  /// The path without its last component; `.` for a single name.
  var parent: ModelPath {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return ModelPath(".") }
    return ModelPath(bytes: slash == 0 ? [UInt8(ascii: "/")] : Array(bytes[..<slash]))
  }

  func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    (bytes + [0]).withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { characters in
        // The buffer holds the terminator at least, so it has an address.
        characters.baseAddress.map(body) ?? "".withCString(body)
      }
    }
  }
}
