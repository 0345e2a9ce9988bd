import Foundation
import SQLite
import Testing

/// Programs that write while a run is at work: what they are told is written is in the store in the end.
@Suite("Neighbour: writes meanwhile", .enabled(if: Neighbour.isPresent))
struct NeighbourWritingTests {
  /// A store whose import takes its time.
  private func makeStore(_ mode: String, rows: Int = 4000) throws -> GuardedStore {
    let store = try GuardedStore(.plain)
    try store.change(
      """
      PRAGMA journal_mode = \(mode);
      WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows + 99))
      INSERT INTO ZSETTING SELECT i, 8, 1, 'key ' || i, 'value ' || i FROM n;
      UPDATE Z_PRIMARYKEY SET Z_MAX = 2000000 WHERE Z_ENT = 8;
      """)
    return store
  }

  /// Writes again and again, each time a row of its own, and says which were acknowledged once it is told to end.
  private static func writer(opensAnew: Bool, mode: String) -> String {
    """
    import os, select, sqlite3, sys
    path = sys.argv[1]
    def connect():
        c = sqlite3.connect(path, isolation_level=None, timeout=0)
        c.execute('PRAGMA journal_mode = \(mode)').fetchall()
        return c
    told, refusals, number, c = [], 0, 1000000, None
    print('ready', flush=True)
    while True:
        if select.select([sys.stdin], [], [], 0.002)[0]: break
        number += 1
        try:
            c = c or connect()
            c.execute('BEGIN IMMEDIATE')
            c.execute("INSERT INTO ZSETTING (Z_PK, Z_ENT, Z_OPT, ZKEY) VALUES (?, 8, 1, 'neighbour')", (number,))
            c.execute('COMMIT')
            told.append(number)
        except sqlite3.OperationalError as problem:
            refusals += 1
            if c and c.in_transaction: c.execute('ROLLBACK')
        if \(opensAnew ? "True" : "False") and c:
            c.close()
            c = None
    if c: c.close()
    print(refusals, *told, flush=True)
    """
  }

  /// The safety copy is proven; the result is about to be built.
  private static let working = "snapshot.write:1"

  /// What the writer was told is written, and how often it was refused.
  private func stop(_ writer: Neighbour) throws -> (refusals: Int, rows: Set<Int64>) {
    try writer.begin("end")
    let words = writer.listen().split(separator: " ").compactMap { Int64($0) }
    return (Int(words.first ?? -1), Set(words.dropFirst()))
  }

  private func rows(_ store: GuardedStore) throws -> Set<Int64> {
    let found = try Connection(path: store.path, mode: .readWrite).rows(
      "SELECT Z_PK FROM ZSETTING WHERE ZKEY = 'neighbour'")
    return Set(found.compactMap { $0[0].integer })
  }

  @Test(
    "One that never closes: refused, and it goes on", arguments: ["delete", "truncate", "persist", "wal"])
  func open(_ mode: String) throws {
    let store = try makeStore(mode, rows: 10)
    let writer = try Neighbour(at: store.path, script: Self.writer(opensAnew: false, mode: mode))
    for _ in 1...3 {
      let run = try store.run()
      #expect(run.status == 8, "\(run.status ?? -1) \(run.output)")
      #expect(run.says("store.in-use") || run.says("store.changed-while-reading"))
    }
    let (_, told) = try stop(writer)
    writer.end()
    #expect(!told.isEmpty)
    #expect(try rows(store) == told)
    #expect(!store.scratch.exists("place/" + GuardedStore.importFolder))
    #expect(try store.run().status == 0)
    #expect(try rows(store) == told)
  }

  @Test(
    "One that opens and closes all the time: what it was told is written is there",
    arguments: ["delete", "wal"],
    [0, 1, 2])
  func opening(_ mode: String, _ turn: Int) throws {
    let store = try makeStore(mode)
    let writer = try Neighbour(at: store.path, script: Self.writer(opensAnew: true, mode: mode))
    let run = try store.run("--wait", "5")
    let (refusals, told) = try stop(writer)
    writer.end()
    #expect([0, 8].contains(run.status), "\(run.status ?? -1) \(run.output)")
    #expect(!told.isEmpty && refusals >= 0)
    #expect(try rows(store) == told)
    if run.status != 0 { #expect(try store.run().status == 0) }
    #expect(try rows(store) == told)
    #expect(try store.cell("PRAGMA integrity_check") == .text(Array("ok".utf8)))
  }

  @Test("Writers and readers are kept out until the end", arguments: ["delete", "wal"])
  func keptOut(_ mode: String) throws {
    let store = try makeStore(mode)
    let neighbour = try Neighbour(at: store.path)
    let program = try RunningProgram(store.arguments(), stoppedAt: "copy.write:2", Self.working)
    for phase in ["copying", "working"] {
      if phase == "working" { try program.waitUntilStopped() }
      let journal = try store.scratch.text(store.inImportFolder("journal.json"))
      #expect(journal.contains("\"phase\": \"\(phase)\""))
      #expect(try store.state() == "running")
      #expect(try neighbour.say("connect(1)") == "None")
      #expect(try neighbour.say("sql('BEGIN IMMEDIATE')") == "database is locked")
      #expect(try neighbour.say("sql('SELECT count(*) FROM ZBOOK')") == "database is locked")
      #expect(try neighbour.say("c.close()") == "None")
      program.resume()
    }
    let run = try program.finish()
    #expect(run.status == 0, "\(run.error)")
    #expect(try neighbour.say("connect()") == "None")
    #expect(try neighbour.say("sql('UPDATE ZBOOK SET ZPAGES = 888 WHERE Z_PK = 1')") == "[]")
    neighbour.end()
    #expect(try store.cell("SELECT ZPAGES FROM ZBOOK WHERE Z_PK = 1") == .integer(888))
  }

  @Test(
    "One that opens the store during the run and stays ends it at promotion", arguments: ["delete", "wal"])
  func opensMeanwhile(_ mode: String) throws {
    let store = try makeStore(mode)
    let before = try store.present()
    let neighbour = try Neighbour(at: store.path)
    let program = try RunningProgram(store.arguments(), stoppedAt: Self.working)
    #expect(try neighbour.say("connect()") == "None")
    program.resume()
    let run = try program.finish()
    #expect(run.status == 8 && run.says("store.in-use"), "\(run.status ?? -1) \(run.output)")
    #expect(run.says("run.original-proven"))
    #expect(try store.present() == before)
    #expect(try store.state() == "as-copied")
    // What it writes now is in the store that the next run takes.
    #expect(try neighbour.say("sql('UPDATE ZBOOK SET ZPAGES = 999 WHERE Z_PK = 1')") == "[]")
    #expect(try neighbour.say("c.close()") == "None")
    #expect(try store.run("--wait", "10").status == 0)
    #expect(try store.cell("SELECT ZPAGES FROM ZBOOK WHERE Z_PK = 1") == .integer(999))
  }

  @Test(
    "A byte that is written past every lock is never overwritten",
    arguments: ["pwrite(f, b'!', size - 1)", "pwrite(f, b'more', size)", "ftruncate(f, size - 1)"])
  func withoutLocks(_ call: String) throws {
    let store = try makeStore("delete")
    let neighbour = try Neighbour(at: store.path)
    let program = try RunningProgram(store.arguments(), stoppedAt: Self.working)
    let words = "names.update(f=os.open(path, os.O_RDWR), size=os.path.getsize(path))"
    #expect(try neighbour.say(words) == "None")
    try neighbour.say("os.\(call)")
    #expect(try neighbour.say("os.close(f)") == "None")
    let written = try store.present()
    program.resume()
    let run = try program.finish()
    #expect(run.status == 8 && run.says("store.changed"), "\(run.status ?? -1) \(run.output)")
    #expect(!run.says("run.original-proven"))
    #expect(try store.present() == written)
    // That run is over: what is there now is a source like any other.
    #expect(try store.state() == "changed")
    #expect(try store.restore().says("store.changed-since"))
    #expect(try store.present() == written)
    #expect(try store.restore("--replace-newer").status == 0)
    #expect(try store.run().status == 0)
  }

  @Test("A log, a journal, another file at the store's name", arguments: ["-wal", "-journal", ""])
  func filesThatCome(_ suffix: String) throws {
    let store = try makeStore("delete")
    let program = try RunningProgram(store.arguments(), stoppedAt: Self.working)
    if suffix.isEmpty { try store.scratch.remove("place/" + GuardedStore.name) }
    try store.scratch.write("somebody's", to: "place/" + GuardedStore.name + suffix)
    let written = try store.present()
    program.resume()
    let run = try program.finish()
    #expect(run.status == 8 && run.says("store.changed"), "\(run.status ?? -1) \(run.output)")
    #expect(!run.says("run.original-proven"))
    #expect(try store.present() == written)
    let again = try store.run()
    if suffix.isEmpty {
      #expect(again.status == 4, "\(again.status ?? -1) \(again.output)")
      #expect(try store.present() == written)
    } else {
      // The run had changed nothing and is over: what is there now is what the next one takes, and copies.
      #expect(try store.soundCopies().contains { try store.contents(ofCopy: $0) == written })
    }
  }
}
