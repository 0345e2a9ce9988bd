internal import Diagnostics
internal import FileOperations

extension SetAside {
  /// Whether the store begins as a database does, told before it is moved. Whoever asks for a set-aside has it.
  func look() -> (isReadable: Bool?, note: Diagnostic?) {
    do throws(StoreFilesError) {
      _ = try StoreFiles(locating: address.path, with: files)
      return (
        true,
        Diagnostic(
          .setAsideReadable, .note,
          summary: "The store can be read as far as its header tells: it is a database by its first bytes.",
          recovery: ["import-legacy inspect, given the file in the folder, looks at all of it."])
      )
    } catch {
      if error == .notFound { return (nil, nil) }
      let why = error.diagnostic
      return (false, Diagnostic(why.id, .note, summary: why.summary))
    }
  }

  func doneNote(_ folder: AsideFolder) -> Diagnostic {
    Diagnostic(
      .setAsideDone, .note, count: Int64(folder.list?.entries.count ?? 0),
      summary: "The store and what belongs to it are in \(folder.name) beside it, as they were.",
      recovery: ["import-legacy set-aside STORE --undo --folder \(folder.name) brings them back."])
  }

  func notes(_ family: AsideFamily) -> [Diagnostic] {
    var notes: [Diagnostic] = []
    let asked = try? files.linkStatusIfPresent(of: address.requestedPath, at: .asideStatus)
    if asked?.kind == .symbolicLink {
      notes.append(
        Diagnostic(
          .placeLinked, .note,
          summary:
            "The path leads to \(address.name), which is what was moved; links to it stay, and lead to nothing "
            + "now."))
    }
    if family.externalStays {
      notes.append(
        Diagnostic(
          .setAsideExternalStays, .note,
          summary:
            "The folder of external data stays where it is: another store goes by the same name, or it lies beside "
            + "a link to the store."))
    }
    if !session.journal.copies.isEmpty {
      notes.append(
        Diagnostic(
          .setAsideCopiesStay, .note, count: Int64(session.journal.copies.count),
          summary: "The store's safety copies stay where they are, and can be put back.",
          recovery: ["import-legacy restore STORE puts one at the store's name."]))
    }
    return notes
  }
}
