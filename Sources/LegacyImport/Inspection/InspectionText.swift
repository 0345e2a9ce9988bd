import CoreDataStore
import Reports
import StoreProtection

/// An inspection for people: plain text without colour, prose in at most 80 columns.
struct InspectionText {
  private let inspection: StoreInspection

  init(_ inspection: StoreInspection) { self.inspection = inspection }

  /// Ends with a line feed.
  func text() -> String {
    let sections = [
      headline, files, database, metadata, version, entities, relationships, tables, findings,
    ]
    return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  private var headline: [String] {
    let what =
      if let name = inspection.version?.name {
        "a Core Data store of version \(name)"
      } else if inspection.metadata != nil {
        "a Core Data store of a version that is not known"
      } else if inspection.exit == .damaged {
        "a store that is damaged"
      } else if inspection.exit == .notRecognised {
        "no Core Data store, or not one that was found"
      } else {
        "a store that could not be read"
      }
    let damage = inspection.metadata != nil && inspection.exit == .damaged ? "; it is damaged" : ""
    return prose("\(inspection.store): \(what)\(damage).", hanging: 2)
  }

  private var files: [String] {
    guard let files = inspection.files else { return [] }
    var facts = files.files.map { (Self.word($0.role), "\($0.name), \($0.size) bytes") }
    if let log = files.writeAheadLog { facts.append(("log", Self.words(log))) }
    if let journal = files.rollbackJournal { facts.append(("journal", Self.words(journal))) }
    if let external = files.externalData { facts.append(("external data", Self.words(external))) }
    if files.isLinked { facts.append(("link", "the path is a symbolic link, or leads through one")) }
    if !files.leftovers.isEmpty { facts.append(("leftovers", files.leftovers.joined(separator: ", "))) }
    if let folder = files.importFolder { facts.append(("import folder", folder)) }
    return section("Files", facts)
  }

  private var database: [String] {
    guard let database = inspection.database else { return [] }
    var facts = [
      ("page size", "\(database.pageSize) bytes"), ("encoding", database.encoding ?? "not readable"),
      ("journal mode", database.usesWriteAheadLog ? "write-ahead log" : "rollback journal"),
    ]
    if let check = database.quickCheck {
      let unchecked =
        check.unchecked.isEmpty ? "" : ", but for \(Self.list(check.unchecked)), which could not be checked"
      facts.append(("quick check", (check.problems.isEmpty ? "ok" : check.list { _ in true }) + unchecked))
    } else {
      facts.append(("quick check", "could not be made"))
    }
    if database.views > 0 { facts.append(("views", String(database.views))) }
    if database.triggers > 0 { facts.append(("triggers", String(database.triggers))) }
    return section("Database", facts)
  }

  private var metadata: [String] {
    guard let metadata = inspection.metadata else { return [] }
    return section(
      "Metadata",
      [
        ("UUID", metadata.uuid),
        ("framework version", metadata.frameworkVersion.map(String.init) ?? "none"),
        ("era", metadata.era.map(Self.words) ?? "not known"),
        ("hashes version", metadata.hashesVersion.map(String.init) ?? "none"),
        ("identifiers", Self.list(metadata.versionIdentifiers.filter { !$0.isEmpty })),
        ("keys", Self.list(metadata.keys)),
      ])
  }

  private var version: [String] {
    guard let version = inspection.version else { return [] }
    var facts = [
      ("name", version.name ?? "not known"),
      ("recognised by", version.recognisedBy?.rawValue ?? "nothing"),
    ]
    if !version.alike.isEmpty { facts.append(("equal versions", Self.list(version.alike))) }
    if let nearest = version.nearest {
      facts.append(("nearest", "\(nearest.name), \(nearest.equal) entities alike"))
      facts.append(("what differs", Self.list(nearest.differing)))
      if !nearest.structure.missing.isEmpty {
        facts.append(("tables lack", Self.list(nearest.structure.missing)))
      }
      if !nearest.structure.extra.isEmpty {
        facts.append(("tables have besides", Self.list(nearest.structure.extra)))
      }
      let others = version.candidates.dropFirst().filter(\.isNear)
      if !others.isEmpty { facts.append(("then come", Self.list(others.map(\.name)))) }
    }
    facts.append(("cached model", Self.words(version.cached)))
    return section("Version", facts)
  }

  private var entities: [String] {
    guard !inspection.entities.isEmpty else { return [] }
    let counted = inspection.entities.filter { $0.rows != nil }
    let strangers = inspection.tables.compactMap(\.unknownRows).reduce(0, +)
    return TextTable(
      header: ["entity", "number", "rows"],
      rows: counted.map { entity in
        let indent = String(repeating: "  ", count: entity.depth)
        let abstract = entity.isAbstract == true ? " (abstract)" : ""
        return (indent + entity.name + abstract, [entity.number, entity.rows ?? 0])
      }, unsummed: ["number"], columns: PlainText.columns
    ).lines
      + (strangers > 0 ? prose("Rows of no entity: \(strangers).") : [])
      + notCounted("Rows", inspection.entities.filter { $0.rows == nil }.map(\.name))
  }

  private var relationships: [String] {
    guard !inspection.relationships.isEmpty else { return [] }
    return TextTable(
      header: ["relationship", "links"],
      rows: inspection.relationships.filter { $0.links != nil }.map {
        let arrow = $0.isToMany ? "->>" : "->"
        return ("\($0.entity).\($0.name) \(arrow) \($0.destination)", [$0.links ?? 0])
      }, columns: PlainText.columns
    ).lines
      + notCounted(
        "Links", inspection.relationships.filter { $0.links == nil }.map { "\($0.entity).\($0.name)" })
  }

  /// Those that no entity says more about.
  private var tables: [String] {
    let others = inspection.tables.filter { $0.kind != .entity }
    guard !others.isEmpty else { return [] }
    return TextTable(
      header: ["other table", "rows"],
      rows: others.filter { $0.rows != nil }.map { ("\($0.name) (\($0.kind.rawValue))", [$0.rows ?? 0]) },
      unsummed: ["rows"], columns: PlainText.columns
    ).lines
      + notCounted("Rows", others.filter { $0.rows == nil }.map(\.name))
  }

  private var findings: [String] { FindingsText(Finding.list(inspection.findings)).lines }

  private func notCounted(_ what: String, _ names: [String]) -> [String] {
    names.isEmpty ? [] : prose("\(what) not counted: \(names.joined(separator: ", ")).", hanging: 2)
  }

  private func section(_ title: String, _ facts: [(label: String, text: String)]) -> [String] {
    let width = 2 + 17 + 2
    return ["\(title):"]
      + facts.flatMap { fact in
        prose(
          fact.text, first: "  " + fact.label + PlainText.padding("  " + fact.label, to: width),
          hanging: width)
      }
  }

  private func prose(_ text: String, first: String = "", hanging: Int = 0) -> [String] {
    PlainText.wrap(PlainText.harmless(text), columns: PlainText.columns, first: first, hanging: hanging)
  }
}
