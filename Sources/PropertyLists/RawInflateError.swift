/// Why bytes are not one whole DEFLATE stream.
package enum RawInflateError: Error, Sendable, Hashable {
  case notDeflate
  case truncated
  /// The stream ended before its input did.
  case trailingBytes(count: Int)
  case tooLarge(byteLimit: Int)
}
