import CoreDataMigration
import CoreDataStore
import Diagnostics
import FileOperations
import StoreProtection

/// The proven result, put in its place.
struct PromoteStage: ImportStage {
  let name = "promote"

  func run(_ state: inout ImportState) throws {
    if let place = state.place {
      try promote(&state, to: place)
    } else {
      try promoteInPlace(&state)
    }
  }

  private func promoteInPlace(_ state: inout ImportState) throws {
    let session = try state.known(\.session)
    guard !state.request.isDryRun else { return try state.known(\.snapshot).verifySourceUnchanged() }
    try session.requireUnchanged()
    // All that the new store refers to must be where it stays.
    _ = try referencedFiles(state)
    try writeIDMap(&state)
    try writeRejects(&state)
    if Interruption.isRequested { throw DiagnosticError.interrupted }
    try session.promote(state.builtPath(), request: state.known(\.requestDigest))
    putRejectsInPlace(&state)
    putIDMapInPlace(
      &state, "Put the safety copy back with restore, and run the same command again: it gives the same map.")
    try prune(&state, session)
  }

  /// A copy that stays too long harms nobody: the run is done all the same.
  private func prune(_ state: inout ImportState, _ session: InPlaceSession) throws {
    let pruned: [Int]
    do throws(DiagnosticError) {
      pruned = try session.prune(keeping: state.request.copiesToKeep)
    } catch {
      state.findings.append(
        Diagnostic(
          .copyNotPruned, .note,
          summary: "Older safety copies could not be removed. \(error.diagnostics.first?.summary ?? "")",
          recovery: ["import-legacy copies list STORE shows what is there; copies prune tries again."]))
      return
    }
    guard !pruned.isEmpty else { return }
    state.findings.append(
      Diagnostic(
        .copyPruned, .note, count: Int64(pruned.count),
        summary: "Older safety copies went: \(pruned.map(String.init).joined(separator: ", ")). The newest "
          + "\(state.request.copiesToKeep) stay, and that of the first import."))
  }

  private func writeRejects(_ state: inout ImportState) throws {
    guard state.rejectCount > 0 else { return }
    let path =
      try state.request.rejects ?? (state.request.output ?? state.known(\.store).store.path)
      + ".rejects.jsonl"
    let file = RejectFile(path: path, files: state.files)
    try file.take(RejectBook(folder: state.workFolder(), files: state.files))
    state.rejectFile = file
  }

  private func putRejectsInPlace(_ state: inout ImportState) {
    guard let file = state.rejectFile else { return }
    do throws(FileError) {
      let name = try file.putInPlace()
      state.findings.append(
        Diagnostic(
          .rejectsWritten, .note, count: Int64(state.rejectCount),
          summary:
            "The rows that were left out are listed in a reject file, with the rows themselves in a database "
            + "beside it."))
      state.rejectFileName = name
    } catch {
      file.discard()
      state.findings.append(
        Diagnostic(
          .rejectsMissing, .error,
          summary:
            "The new store is in place, and the reject file could not be put in its own. \(error.nameOnly)",
          recovery: ["The source, or its safety copy, holds the rows; run again from it to get the file."]))
    }
  }

  private func writeIDMap(_ state: inout ImportState) throws {
    state.idMap = try state.request.idMap.map { path in
      try IDMapFile(path: path, files: state.files).write(
        state.keyWalk(), oldUUID: state.given().opened.metadata.uuid,
        newUUID: state.known(\.prepared).metadata.uuid)
    }
  }

  private func promote(_ state: inout ImportState, to place: OutputPlace) throws {
    let built = try state.builtPath()
    try state.known(\.snapshot).verifySourceUnchanged()
    // Something else at OUTPUT ends the run here, a dry one too.
    state.isNothingToDo = try place.isFinished(as: built)
    guard !state.request.isDryRun else { return }
    try writeIDMap(&state)
    if !state.isNothingToDo { try writeRejects(&state) }
    if state.isNothingToDo {
      try completeExternalFiles(&state, place)
    } else {
      let placement = try place.place(built, external: referencedFiles(state))
      state.findings += placement.findings
    }
    putRejectsInPlace(&state)
    putIDMapInPlace(&state, "Run the same command again: it writes the map and leaves the store as it is.")
  }

  private func putIDMapInPlace(_ state: inout ImportState, _ recovery: String) {
    do {
      try state.idMap?.putInPlace()
    } catch {
      // The result stands: taking it back for its map would help nobody.
      state.idMap?.discard()
      state.isNothingToDo = false
      state.findings.append(
        Diagnostic(
          .idMapMissing, .error,
          summary:
            "The new store is in place, and its old-id map could not be put in its own. \(error.nameOnly)",
          recovery: [recovery]))
    }
  }

  /// A finished result may have lost external files since: they are put back, and the run says so.
  private func completeExternalFiles(_ state: inout ImportState, _ place: OutputPlace) throws {
    let missing = try place.completeExternal(referencedFiles(state))
    guard missing > 0 else { return }
    state.isNothingToDo = false
    state.findings.append(
      Diagnostic(
        .externalCompleted, .note, count: Int64(missing),
        summary: "The result was in place already, without some of its external files: they were put there."))
  }

  private static let externalChanged = DiagnosticError(
    .inUse,
    Diagnostic(
      .storeChanged, .error,
      summary: "An external data file of the source went away while it was being read.",
      recovery: ["Quit whatever uses the store, then run again."]))

  /// Files that cells of the result refer to.
  private func referencedFiles(_ state: ImportState) throws -> [ExternalDataFile] {
    let folder = try state.known(\.store).externalDataPath
    let missing = try state.known(\.validation).missingFiles
    let names = try ExternalReferences.names(
      inStore: state.builtPath(), layout: state.known(\.prepared).context.destination)
    // Looked at now, not remembered: an app may have saved since the run began.
    return try names.sorted().compactMap { name in
      let path = FileName.join(folder, name)
      let status = try state.files.linkStatusIfPresent(of: path, at: "external.status")
      if let status, status.kind == .regular {
        return ExternalDataFile(name: name, path: path, size: status.size)
      }
      guard missing.contains(name) else { throw Self.externalChanged }
      return nil
    }
  }
}

extension DiagnosticID {
  static let idMapNotWritten = DiagnosticID("id-map.not-written")
  static let rejectsWritten = DiagnosticID("rejects.written")
  static let rejectsMissing = DiagnosticID("rejects.missing")
  static let idMapMissing = DiagnosticID("id-map.missing")
  static let externalCompleted = DiagnosticID("output.external-completed")
}
