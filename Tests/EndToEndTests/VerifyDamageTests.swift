import Foundation
import SQLite
import TestSupport
import Testing

/// A correct result, damaged in one way at a time: `verify` must find it, and name entity, property and old key.
@Suite("Damage to a result is found and named")
struct VerifyDamageTests {
  struct Damage: CustomTestStringConvertible, Sendable {
    let name, sql: String
    /// `id entity.property [old keys]` of every error, sorted; ids without their family `validation`.
    let found: [String]
    /// What is said of all values that differ.
    let words: String?

    init(_ name: String, _ sql: String, _ found: String..., words: String? = nil) {
      (self.name, self.sql, self.found, self.words) = (name, sql, found, words)
    }

    var testDescription: String { name }

    /// Whether it is done to what people keep, and not to what programs count.
    var isOfData: Bool {
      let bookkeeping = ["counter-", "key-counter", "index-", "trigger-", "entity-table", "foreign-cell"]
      return name != "a row with another key" && !bookkeeping.contains { found[0].hasPrefix($0) }
    }
  }

  /// Made once: every test works on a copy.
  static let result: Result<Fixture, any Error> = Result {
    let fixture = try Fixture("library-1")
    let done = try fixture.migrate()
    #expect(done.status == 0)
    return fixture
  }

  @Test("There are many kinds") func count() {
    #expect(Self.damages.count >= 50)
    #expect(Set(Self.damages.map(\.name)).count == Self.damages.count)
    #expect(Self.damages.count(where: \.isOfData) >= 40)
  }

  @Test("In a result of ours", arguments: damages)
  func ours(damage: Damage) throws {
    let report = try verify { try $0.execute(damage.sql) }
    #expect(report.body.outcome == "differs")
    #expect(Self.errors(report) == damage.found.sorted())
    if let words = damage.words {
      #expect(report.findings("validation.value-differs").allSatisfy { $0.summary.hasSuffix(" " + words) })
    }
    #expect(!report.has("verify.keys-matched"))
    #expect(report.has("verify.bookkeeping-not-compared") == false)
  }

  @Test(
    "In a result with other keys, as other programs give them",
    arguments: LongTests.some(of: damages.filter(\.isOfData), every: 6)
      + damages.filter { unknowable[$0.name] != nil })
  func foreign(damage: Damage) throws {
    let report = try verify {
      try $0.execute(damage.sql)
      try $0.execute(Self.otherKeys)
    }
    #expect(report.body.outcome == "differs")
    #expect(report.has("verify.keys-matched") && report.has("verify.bookkeeping-not-compared"))
    let errors = Self.errors(report)
    // A row may have lost what it was known by.
    for line in damage.found where !errors.contains(line) {
      #expect(Self.unknowable[damage.name] != nil, "\(line) is not among \(errors)")
    }
    if let expected = Self.unknowable[damage.name] { #expect(errors == expected) }
  }

  @Test("Undamaged, with other keys: nothing differs")
  func otherKeys() throws {
    let report = try verify { try $0.execute(Self.otherKeys) }
    #expect(report.body.outcome == "verified")
    #expect(report.problems == [])
    #expect(report.findings("verify.keys-matched").first?.count == 42)
    let own = try Report(text: Self.run(on: Self.result.get().workshop.output()).output)
    #expect(report.body.attributes.map(\.digest) == own.body.attributes.map(\.digest))
    #expect(report.body.entities.map(\.line) == own.body.entities.map(\.line))
    #expect(report.body.relationships.map(\.line) == own.body.relationships.map(\.line))
  }

  /// What of a damage shows otherwise where keys do not tell which row was meant.
  static let unknowable = [
    // The values went with the keys: each row is the object it was, under another key, and links lead to the other.
    "two rows swapped": ["link-differs Author.profile [1, 5]"]
  ]

  private static func errors(_ report: Report) -> [String] {
    let lines = report.body.findings.filter { $0.severity == "error" }.map { finding in
      let subject = [finding.entity, finding.property].compactMap(\.self).joined(separator: ".")
      let id =
        finding.id.hasPrefix("validation.") ? String(finding.id.dropFirst("validation.".count)) : finding.id
      return "\(id) \(subject) \(finding.oldKeys)"
    }
    return Set(lines).sorted()
  }

  private func verify(_ damage: (Connection) throws -> Void) throws -> Report {
    let scratch = try Scratch()
    try scratch.copy(Self.result.get().workshop.output(), to: "New.sqlite")
    let connection = try Connection(path: scratch("New.sqlite"), mode: .readWrite)
    try damage(connection)
    try connection.close()
    let before = try scratch.digests("")
    let run = try Self.run(on: scratch("New.sqlite"))
    #expect(try scratch.digests("") == before)
    let report = try Report(text: run.output)
    #expect(run.status == (report.body.outcome == "differs" ? 1 : 0), "\(run.error)")
    return report
  }

  private static func run(on output: String) throws -> Program.Run {
    let workshop = try result.get().workshop
    return try Program.run([
      "verify", workshop.input("library-1.sqlite"), output, "--model", workshop.input(Fixture.model),
      "--json",
    ])
  }

  /// The last object first, and other counters: as a program does that makes every object anew.
  static let otherKeys: String = {
    let keys = [
      "ZAUTHOR": 1_000, "ZBOOK": 2_000, "ZNOTE": 3_000, "ZPROFILE": 500, "ZSHELF": 600, "ZTAG": 700,
      "ZSETTING": 800,
    ]
    let links = [
      ("ZAUTHOR", "ZFAVOURITENOTE", "ZNOTE"), ("ZAUTHOR", "ZPROFILE", "ZPROFILE"),
      ("ZBOOK", "ZAUTHOR", "ZAUTHOR"),
      ("ZBOOK", "ZPREQUEL", "ZBOOK"), ("ZBOOK", "ZSEQUEL", "ZBOOK"), ("ZNOTE", "ZBOOK", "ZBOOK"),
      ("ZPROFILE", "ZAUTHOR", "ZAUTHOR"), ("ZSHELF", "ZSPOTLIGHT", "ZBOOK"), ("ZTAG", "ZPARENT", "ZTAG"),
      ("ZTAG", "Z9PINNEDTAGS", "ZSHELF"), ("Z_1INFLUENCES", "Z_1INFLUENCEDBY", "ZAUTHOR"),
      ("Z_1INFLUENCES", "Z_1INFLUENCES", "ZAUTHOR"), ("Z_2SHELVES", "Z_2CONTENTS", "ZBOOK"),
      ("Z_2SHELVES", "Z_9SHELVES", "ZSHELF"), ("Z_2TAGS", "Z_2ITEMS", "ZBOOK"),
      ("Z_2TAGS", "Z_10TAGS", "ZTAG"),
      ("Z_10RELATED", "Z_10RELATED", "ZTAG"), ("Z_10RELATED", "REFLEXIVE", "ZTAG"),
    ]
    return
      (keys.map { "UPDATE \($0.key) SET Z_PK = \($0.value) - Z_PK, Z_OPT = 1;" }
      + links.map { "UPDATE \($0.0) SET \($0.1) = \(keys[$0.2] ?? 0) - \($0.1);" }
      + ["UPDATE Z_PRIMARYKEY SET Z_MAX = 5000 WHERE Z_SUPER = 0;"]).joined(separator: "\n")
  }()
}
