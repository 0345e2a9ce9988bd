import Diagnostics
import FileOperations
import Foundation
import Testing

@testable import StoreProtection

@Suite struct SwapRunJournalTests {
  let scratch: TemporaryFolder
  let folder: ImportFolder
  let files = FileOperations()

  init() throws {
    scratch = try TemporaryFolder()
    folder = ImportFolder(of: scratch("S.sqlite"))
    try files.createFolder(folder.path)
  }

  private func makeJournal(_ phase: RunPhase = .promoting) -> RunJournal {
    let record = FileRecord(
      digest: FileDigest(size: 3, sha256: String(repeating: "a", count: 64)), inode: .max)
    var run = RunRecord(number: 7, action: .import, began: 1_796_032_587, request: "request")
    run.phase = phase
    run.copy = 2
    run.files = [
      SwapFile(kind: .store, name: "S.sqlite", before: record, after: record),
      SwapFile(kind: .log, name: "S.sqlite-wal", before: record, after: nil),
      SwapFile(kind: .sharedMemory, name: "S.sqlite-shm", before: nil, after: record),
      SwapFile(kind: .externalData, name: "/elsewhere/Größe \\ \n\"", before: nil, after: nil),
    ]
    var journal = RunJournal(storeName: "S.sqlite")
    journal.run = run
    journal.lastCopy = 4
    journal.records = [
      CopyRecord(number: 2, folder: "2-x", manifest: "m", externalData: nil, isFirst: true),
      CopyRecord(number: 4, folder: "4-y", manifest: "n", externalData: ".S_SUPPORT/e", isFirst: false),
    ]
    journal.result = ImportedResult(run: 6, request: "r", store: record.digest)
    journal.earlierResult = ImportedResult(run: 5, request: "q", store: record.digest)
    return journal
  }

  private func text(_ journal: RunJournal) throws -> String {
    try journal.write(to: folder.journal, with: files)
    return try scratch.text(String(folder.journal.dropFirst(scratch.path.count + 1)))
  }

  private func read(_ text: String) throws -> RunJournal {
    try scratch.write(text, to: String(folder.journal.dropFirst(scratch.path.count + 1)))
    return try RunJournal.read(of: folder, with: files)
  }

  private func expectUnreadable(_ text: String, _ words: String = "") {
    do {
      _ = try read(text)
      Issue.record("read: \(words)")
    } catch let error as DiagnosticError {
      #expect(error.exit == .originalNotProven, "\(words)")
      #expect(error.diagnostics.map(\.id) == [.journalUnreadable], "\(words)")
    } catch {
      Issue.record("\(error)")
    }
  }

  @Test(arguments: RunPhase.allCases) func thereAndBack(_ phase: RunPhase) throws {
    let journal = makeJournal(phase)
    let text = try text(journal)
    #expect(try read(text) == journal)
    #expect(try self.text(RunJournal.read(of: folder, with: files)) == text)
    #expect((journal.openRun != nil) == (phase != .finished && phase != .failed))
    var restore = journal
    restore.run = RunRecord(number: 8, action: .restore, began: -1, request: nil)
    (restore.result, restore.earlierResult) = (nil, nil)
    #expect(try read(self.text(restore)) == restore)
    let empty = RunJournal(storeName: "S.sqlite")
    #expect(try read(self.text(empty)) == empty)
  }

  @Test func noJournalIsAnEmptyOne() throws {
    #expect(try RunJournal.read(of: folder, with: files) == RunJournal(storeName: "S.sqlite"))
  }

  @Test func keysThatAreUnknownOrMissing() throws {
    let text = try text(makeJournal())
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var (unknown, missing) = (0, 0)
    for (index, line) in lines.enumerated() {
      if line.hasSuffix("{") {
        unknown += 1
        let more = lines[...index] + [#""another": 1,"#] + lines[(index + 1)...]
        expectUnreadable(more.joined(separator: "\n"), "after line \(index)")
      }
      // A value of one line that is not the last of its object.
      guard line.hasSuffix(","), line.contains("\": ") else { continue }
      missing += 1
      expectUnreadable((lines[..<index] + lines[(index + 1)...]).joined(separator: "\n"), "without \(line)")
      // The same key twice.
      expectUnreadable((lines[...index] + lines[index...]).joined(separator: "\n"), "twice \(line)")
    }
    #expect(unknown >= 14 && missing >= 25)
  }

  @Test func valuesOfOtherTypes() throws {
    let lines = try text(makeJournal()).split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init)
    var count = 0
    for (index, line) in lines.enumerated() {
      guard let colon = line.range(of: "\": "), !line.hasSuffix("{"), !line.hasSuffix("[") else { continue }
      let comma = line.hasSuffix(",") ? "," : ""
      for value in ["[]", "{}", "1.5", "-1", "true"] {
        let key = line[..<colon.upperBound]
        let isRight =
          (value == "true" && (line.contains("\"first\"") || line.contains("\"leaving\"")))
          || (value == "-1" && line.contains("\"began\""))
        guard !isRight else { continue }
        count += 1
        var changed = lines
        changed[index] = key + value + comma
        expectUnreadable(changed.joined(separator: "\n"), changed[index])
      }
    }
    #expect(count > 100)
  }

  @Test(
    arguments: [
      (#""formatVersion": 1"#, #""formatVersion": 2"#), (#""formatVersion": 1"#, #""formatVersion": 0"#),
      (#""formatVersion": 1"#, #""formatVersion": "1""#), (#""phase": "promoting""#, #""phase": "later""#),
      (#""action": "import""#, #""action": "export""#), (#""kind": "store""#, #""kind": "shop""#),
      (#""folder": "2-x""#, #""folder": "../x""#), (#""folder": "2-x""#, #""folder": """#),
      (#""folder": "2-x""#, #""folder": "..""#), (#""inode": "18446744073709551615""#, #""inode": "-1""#),
      (#""inode": "18446744073709551615""#, #""inode": "18446744073709551616""#),
    ])
  func valuesThatMeanNothing(_ old: String, _ new: String) throws {
    let text = try text(makeJournal())
    #expect(text.contains(old))
    expectUnreadable(text.replacingOccurrences(of: old, with: new), new)
  }

  @Test(arguments: ["", " ", "{", "[]", "null", "1", "\u{0}", "{}", "<xml/>"])
  func noJSONOrNoObject(_ text: String) { expectUnreadable(text, text) }

  @Test func cutAnywhere() throws {
    let text = try text(makeJournal())
    for length in stride(from: 1, to: text.utf8.count - 1, by: 37) {
      expectUnreadable(String(decoding: text.utf8.prefix(length), as: UTF8.self), "\(length)")
    }
    expectUnreadable(text + "{}")
    #expect(try read(text + "\n ") == makeJournal())
  }

  @Test func ofAnotherStore() throws {
    let text = try text(makeJournal()).replacingOccurrences(
      of: "\"store\": \"S.sqlite\"", with: "\"store\": \"T.sqlite\"")
    do {
      _ = try read(text)
      Issue.record("read")
    } catch let error as DiagnosticError {
      #expect(error.exit == .usage && error.diagnostics.map(\.id) == [.journalOfAnotherStore])
    }
  }

  @Test func aJournalThatCannotBeRead() throws {
    _ = try text(makeJournal())
    let failing = FileOperations(faults: try FaultPlan(parsing: "journal.read:2+:fail:EIO"))
    #expect(throws: DiagnosticError.self) { try RunJournal.read(of: folder, with: failing) }
  }

  /// Whatever call fails, the journal is the old one or the new one.
  @Test func writingThatFails() throws {
    let old = makeJournal(.working)
    let new = makeJournal(.promoting)
    var failures = 0
    for passage in 1...20 {
      _ = try text(old)
      let failing = FileOperations(faults: try FaultPlan(parsing: "journal.write:\(passage):fail:EIO"))
      let isWritten = (try? new.write(to: folder.journal, with: failing)) != nil
      let found = try RunJournal.read(of: folder, with: files)
      #expect(found == old || found == new)
      if isWritten { #expect(found == new) } else { failures += 1 }
      if failing.faults?.faults == 0 { break }
    }
    #expect(failures == 7)
    #expect(try scratch.everything().allSatisfy { !$0.contains(".new") })
  }
}
