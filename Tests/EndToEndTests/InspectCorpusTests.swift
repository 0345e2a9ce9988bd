import Foundation
import SQLite
import TestSupport
import Testing

@Suite("Inspecting every store of the corpus", .enabled(if: CorpusStore.isPresent))
struct InspectCorpusTests {
  /// A line of `INDEX.tsv`.
  struct Row: Sendable, CustomTestStringConvertible {
    let cells: [String: String]

    var testDescription: String { "\(self["case"])/\(name)" }
    var name: String { (self["store"] as NSString).lastPathComponent }
    var path: String { "\(CorpusStore.root)/\(self["case"])/\(self["store"])" }

    subscript(_ column: String) -> String { cells[column] ?? "" }

    /// Of the version that has the store's hashes, if one version alone has them.
    var model: String? {
      let prefix = "all entities: "
      guard self["model_match_by_hash"].hasPrefix(prefix) else { return nil }
      let place = self["model_match_by_hash"].dropFirst(prefix.count).split(separator: " (+")[0]
      return "\(CorpusStore.root)/\(self["case"])/\(place)"
    }

    /// Brings the store with whatever belongs to it.
    func bring() throws -> Workshop {
      let workshop = try Workshop()
      for suffix in ["", "-wal", "-journal", "-shm"]
      where FileManager.default.fileExists(atPath: path + suffix) {
        try workshop.bring(path + suffix, as: name + suffix)
      }
      let support = "." + (name as NSString).deletingPathExtension + "_SUPPORT"
      let folder = (path as NSString).deletingLastPathComponent + "/" + support
      if FileManager.default.fileExists(atPath: folder) { try workshop.bring(folder, as: support) }
      return workshop
    }
  }

  static let rows: [Row] = {
    guard let text = try? String(contentsOfFile: CorpusStore.root + "/INDEX.tsv", encoding: .utf8) else {
      return []
    }
    let lines = text.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    return lines.dropFirst().map { Row(cells: Dictionary(zip(lines[0], $0), uniquingKeysWith: { $1 })) }
  }()

  @Test("All of them are there")
  func count() {
    #expect(Self.rows.count >= 79)
    #expect(Self.rows.count { $0.model != nil } >= 50)
    #expect(Self.rows.count { $0["z_modelcache"] == "yes" } >= 60)
    print(
      "Inspected: \(Self.rows.count) stores; \(Self.rows.count { $0.model != nil }) with the XML of their version, "
        + "\(Self.rows.count { $0["z_modelcache"] == "yes" }) by the model they cache")
  }

  @Test(
    "Without a model: framework version, exact counts, and the version by the model that the store caches",
    arguments: LongTests.some(of: rows, every: 3))
  func alone(row: Row) throws {
    let workshop = try row.bring()
    let found = try workshop.inspect(row.name)
    #expect(found.json["metadata"]["frameworkVersion"].integer == Int64(row["framework_version"]))
    #expect(found.json["metadata"]["hashesVersion"].integer == Int64(row["hashes_version"]))
    #expect(found.json["database"]["pageSize"].integer == Int64(row["page_size"]))
    #expect(found.json["database"]["problems"] == .object([:]))
    let isCached = row["z_modelcache"] == "yes"
    #expect(found.version["recognisedBy"] == (isCached ? .text("cached-model") : .null))
    #expect(found.version["cachedModel"] == .text(isCached ? "agrees" : "none"))
    #expect(found.findings("model.none-for-store").isEmpty == isCached)
    #expect(found.json["relationships"].list.isEmpty || isCached)
    try check(found, row, workshop)
  }

  @Test(
    "With its model: the version that the index names",
    arguments: LongTests.some(of: rows.filter { $0.model != nil }, every: 3))
  func recognised(row: Row) throws {
    let workshop = try row.bring()
    let model = try #require(row.model)
    let name = ((model as NSString).lastPathComponent as NSString).deletingPathExtension
    let found = try workshop.inspect(row.name, ["--model", model])
    #expect(found.version["name"] == .text(name))
    #expect(found.version["recognisedBy"] == .text("version-hashes"))
    #expect(found.version["nearest"] == .null)
    // The files that these rows name are not part of the corpus.
    let problems = found.problems.filter { !$0.hasPrefix("error source.external-file-missing") }
    #expect(problems == [])
    try check(found, row, workshop)
    try checkLinks(found, row, model, workshop)

    // Of all versions of its bundle it is one of those that are told.
    let bundle = (model as NSString).deletingLastPathComponent
    guard bundle.hasSuffix(".xcdatamodeld") else { return }
    let among = try workshop.inspect(row.name, ["--source-model", bundle])
    #expect((among.version["alike"].list + [among.version["name"]]).contains(.text(name)))
    #expect(among.findings("source.versions-alike").isEmpty == among.version["alike"].list.isEmpty)
  }

  /// Links are what a dry run reads.
  private func checkLinks(_ found: Inspection, _ row: Row, _ model: String, _ workshop: Workshop) throws {
    let run = try Program.run([
      workshop.input(row.name), "--model", model, "--output", workshop.output(), "--dry-run", "--json",
    ])
    let read = try Report(text: run.output).body.relationships
    try #require(run.status == 0 || run.status == 1)
    #expect(found.links.count == read.count)
    for account in read {
      #expect(found.links["\(account.entity).\(account.name)"] == account.read, "\(account)")
    }
  }

  /// Counts by a reader of its own: every table that has entity numbers, whatever its name.
  private func check(_ found: Inspection, _ row: Row, _ workshop: Workshop) throws {
    try workshop.scratch.makeFolder("opened")
    for suffix in ["", "-wal", "-journal"] where workshop.scratch.exists("in/" + row.name + suffix) {
      try workshop.scratch.copy(workshop.input(row.name + suffix), to: "opened/" + row.name + suffix)
    }
    defer { try? workshop.scratch.remove("opened") }
    let database = try CorpusDatabase(path: workshop.scratch("opened/" + row.name))
    var expected: [Int64: Int64] = [:]
    for entity in try database.entities() { expected[entity.number] = 0 }
    #expect(expected.count == Int(row["z_entities"]) ?? -1 || !expected.isEmpty)
    for object in try database.objects() where object.kind == "table" && object.name != "Z_PRIMARYKEY" {
      guard object.sql?.uppercased().hasPrefix("CREATE VIRTUAL") == false,
        try database.columns(object.name).contains(where: { $0.name == "Z_ENT" })
      else { continue }
      let name = object.name.replacingOccurrences(of: "\"", with: "\"\"")
      for group in try database.rows("SELECT Z_ENT, count(*) FROM \"\(name)\" GROUP BY Z_ENT") {
        guard let number = group[0].integer, number < 16000 else { continue }
        expected[number, default: 0] += group[1].integer ?? 0
      }
      #expect(
        found.table(object.name)["rows"].integer == (try database.integer("SELECT count(*) FROM \"\(name)\""))
      )
    }
    var counted: [Int64: Int64] = [:]
    for entity in found.json["entities"].list {
      let number = try #require(entity["number"].integer)
      let rows = try #require(entity["rows"].integer)
      counted[number] = rows
    }
    #expect(counted == expected)
  }
}
