import CZlib

/// Writes raw DEFLATE (RFC 1951) without zlib's header or trailer, as in `Z_MODELCACHE.Z_CONTENT`.
package enum RawDeflate {
  /// One stream. With zlib itself these are the bytes that Core Data writes (format page 1.3).
  ///
  /// - Returns: nil when zlib has no memory, or for more than 4 GiB.
  package static func deflate(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count <= Int(UInt32.max) else { return nil }
    var stream = z_stream()
    guard il_zlib_deflate_init_raw(&stream) == Z_OK else { return nil }
    defer { deflateEnd(&stream) }
    // All at once: the bound holds for the whole of the input.
    var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
    var input = bytes
    let status = input.withUnsafeMutableBufferPointer { source in
      output.withUnsafeMutableBufferPointer { target in
        stream.next_in = source.baseAddress
        stream.avail_in = UInt32(source.count)
        stream.next_out = target.baseAddress
        stream.avail_out = UInt32(target.count)
        return CZlib.deflate(&stream, Z_FINISH)
      }
    }
    guard status == Z_STREAM_END else { return nil }
    return Array(output.prefix(output.count - Int(stream.avail_out)))
  }
}
