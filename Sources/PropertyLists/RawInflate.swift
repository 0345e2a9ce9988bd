import CZlib

/// Raw DEFLATE (RFC 1951) without zlib's header or trailer, as in `Z_MODELCACHE.Z_CONTENT`.
package enum RawInflate {
  /// - Parameters:
  ///   - bytes: One stream, from the first byte to the last.
  ///   - limit: The most bytes it may unfold to.
  /// - Throws: `RawInflateError`.
  package static func inflate(
    _ bytes: [UInt8], limit: Int = 256 << 20
  ) throws(RawInflateError) -> [UInt8] {
    guard bytes.count <= Int(UInt32.max) else { throw RawInflateError.tooLarge(byteLimit: limit) }
    var stream = z_stream()
    guard il_zlib_inflate_init_raw(&stream) == Z_OK else { throw RawInflateError.notDeflate }
    defer { inflateEnd(&stream) }

    var output: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    var input = bytes
    let failure = input.withUnsafeMutableBufferPointer { source -> RawInflateError? in
      stream.next_in = source.baseAddress
      stream.avail_in = UInt32(source.count)
      while true {
        let status = chunk.withUnsafeMutableBufferPointer { target -> Int32 in
          stream.next_out = target.baseAddress
          stream.avail_out = UInt32(target.count)
          return CZlib.inflate(&stream, Z_NO_FLUSH)
        }
        let produced = chunk.count - Int(stream.avail_out)
        guard produced <= limit - output.count else { return .tooLarge(byteLimit: limit) }
        output.append(contentsOf: chunk[..<produced])
        switch status {
        case Z_STREAM_END:
          return stream.avail_in == 0 ? nil : .trailingBytes(count: Int(stream.avail_in))
        case Z_OK where produced > 0 || stream.avail_in > 0: continue
        case Z_OK, Z_BUF_ERROR: return .truncated
        default: return .notDeflate
        }
      }
    }
    if let failure { throw failure }
    return output
  }
}
