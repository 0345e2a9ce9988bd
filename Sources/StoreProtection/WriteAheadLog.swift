/// What a write-ahead log holds: how many of its frames count.
package struct WriteAheadLog: Sendable, Hashable {
  /// Of the file, in bytes.
  package let size: Int64
  /// `nil` if the file is empty, or if SQLite does not take it for a log.
  package let header: WriteAheadLogHeader?
  /// Frames from the start whose salts and checksums are right.
  package var validFrames = 0
  /// Frames up to the last commit: what SQLite reads.
  package var committedFrames = 0
  /// Frames from the start that were written since the log was last started again, valid or not.
  package var roundFrames = 0
  /// Commits after a frame that is damaged, which SQLite therefore does not read.
  package var lostCommits = 0

  /// Frames of transactions that were never committed. SQLite may leave their checksums for the commit to
  /// write (wal.c, walRewriteChecksums), so that they need not be valid.
  package var uncommittedFrames: Int { (lostCommits == 0 ? roundFrames : validFrames) - committedFrames }
  /// Whether the file has bytes that SQLite does not take for a log.
  package var isDamaged: Bool { size > 0 && header == nil }

  /// Whether the log can be one of the database with this header.
  package func check(against database: DatabaseHeader) throws(WriteAheadLogError) {
    guard let header else { return }
    if header.pageSize != database.pageSize {
      throw .pageSize(log: header.pageSize, database: database.pageSize)
    }
    // SQLite will not open the database then (wal.c, walIndexRecover), unless the header is all there is.
    if header.format != WriteAheadLogHeader.knownFormat, size > WriteAheadLogHeader.length { throw .format }
  }
}
