package import FileOperations

extension WriteAheadLog {
  /// Length of a frame's header in bytes: page number, size of the database after a commit, salts, checksum.
  private static let frameHeaderLength = 24

  /// Reads the log at `path` once, in bounded memory.
  package init(reading path: String, with files: FileOperations) throws(FileError) {
    let file = try files.openToRead(path)
    size = try files.status(of: file).size
    let bytes = try files.readBytes(from: file, offset: 0, count: WriteAheadLogHeader.length)
    header = WriteAheadLogHeader(bytes)
    guard let header else { return }
    var scan = Scan(header: header)
    let frameSize = Self.frameHeaderLength + header.pageSize
    let framesAtATime = max(1, (1 << 20) / frameSize)
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: frameSize * framesAtATime, alignment: 16)
    defer { buffer.deallocate() }
    var offset = Int64(WriteAheadLogHeader.length)
    while !scan.isOver {
      let count = try files.readBytes(from: file, offset: offset, into: buffer)
      let whole = count / frameSize
      for frame in 0..<whole where !scan.isOver {
        scan.take(UnsafeRawBufferPointer(rebasing: buffer[frame * frameSize..<(frame + 1) * frameSize]))
      }
      // A frame that is cut short was never finished.
      if whole < framesAtATime { break }
      offset += Int64(whole * frameSize)
    }
    validFrames = scan.valid
    committedFrames = scan.committed
    roundFrames = scan.round
    lostCommits = scan.lostCommits
  }

  /// The state while frames go by.
  private struct Scan {
    let header: WriteAheadLogHeader
    var checksum: WriteAheadLogChecksum
    var valid = 0
    var committed = 0
    var round = 0
    var lostCommits = 0
    var isBroken = false
    /// A frame with other salts was left by a log that was started again: what follows is older too.
    var isOver = false

    init(header: WriteAheadLogHeader) {
      self.header = header
      checksum = header.checksum
    }

    mutating func take(_ frame: UnsafeRawBufferPointer) {
      let salts = UInt64(frame.bigEndian32(at: 8)) << 32 | UInt64(frame.bigEndian32(at: 12))
      guard salts == header.salts || isUnsigned(frame) else {
        isOver = true
        return
      }
      round += 1
      let isCommit = frame.bigEndian32(at: 4) != 0
      if !isBroken, isIntact(frame) {
        valid += 1
        if isCommit { committed = valid }
      } else {
        isBroken = true
        if isCommit { lostCommits += 1 }
      }
    }

    /// A frame whose salts and checksum SQLite left for the commit to write.
    private func isUnsigned(_ frame: UnsafeRawBufferPointer) -> Bool {
      frame[8..<WriteAheadLog.frameHeaderLength].allSatisfy { $0 == 0 } && frame.bigEndian32(at: 0) != 0
    }

    private mutating func isIntact(_ frame: UnsafeRawBufferPointer) -> Bool {
      let bigEndian = header.hasBigEndianChecksums
      checksum.add(UnsafeRawBufferPointer(rebasing: frame[..<8]), bigEndian: bigEndian)
      checksum.add(UnsafeRawBufferPointer(rebasing: frame[frameHeaderLength...]), bigEndian: bigEndian)
      let written = WriteAheadLogChecksum(first: frame.bigEndian32(at: 16), second: frame.bigEndian32(at: 20))
      let salts = UInt64(frame.bigEndian32(at: 8)) << 32 | UInt64(frame.bigEndian32(at: 12))
      return checksum == written && salts == header.salts && frame.bigEndian32(at: 0) != 0
    }
  }
}
