internal import Diagnostics
internal import FileOperations

extension Snapshot {
  static func examineLog(
    in copies: [SnapshotFile], header: DatabaseHeader, with files: FileOperations,
    findings: inout [Diagnostic]
  ) throws(DiagnosticError) -> WriteAheadLog? {
    guard let copy = copies.first(where: { $0.role == .writeAheadLog }) else { return nil }
    let log = try reporting { () throws(FileError) in try WriteAheadLog(reading: copy.path, with: files) }
    do {
      try log.check(against: header)
    } catch {
      throw DiagnosticError(error.exitStatus, error.diagnostic)
    }
    if log.roundFrames > 0 { findings.append(.writeAheadLog(log)) }
    if log.uncommittedFrames > 0 { findings.append(.uncommittedFrames(log)) }
    if log.isDamaged || log.lostCommits > 0 { findings.append(.damagedLog(log)) }
    return log
  }
}
