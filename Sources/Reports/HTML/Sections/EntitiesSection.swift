/// From each entity to its properties, and from those to the keys that findings name.
struct EntitiesSection: HTMLSection {
  let id = "entities"
  let title = "Entities and properties"
  let entities: [EntityAccount]

  func write(to page: inout HTMLWriter) {
    page.line(
      "p", ["class": "prose"],
      "Open an entity to see what became of each of its properties, and what was found about them.")
    for (index, entity) in entities.enumerated() {
      let names = [entity.name] + entity.properties.map { "\(entity.name).\($0.name)" } + entity.destinations
      page.block(
        "details",
        ["class": "entity", "id": "entity-\(index + 1)", "data-subject": names.joined(separator: " ")]
      ) { page in
        page.block("summary") { heading(entity, &$0) }
        write(entity, &page)
      }
    }
  }

  private func heading(_ entity: EntityAccount, _ page: inout HTMLWriter) {
    let others = entity.destinations.filter { $0 != entity.name }
    page.text(entity.name + (others.isEmpty ? "" : " → \(entity.destinations.joined(separator: ", "))"))
    if let change = entity.change, change != .kept { change.tag(&page) }
    let counts: [(ReportedChange.Change, Int)] = ReportedChange.Change.allCases.map { change in
      (change, change == entity.change ? 0 : entity.properties.count { $0.change == change })
    }
    for (change, count) in counts where count > 0 && change != .kept {
      change.tag(&page, before: "\(count) ")
    }
    let findings = entity.findings.count + entity.properties.reduce(0) { $0 + $1.findings.count }
    if findings > 0 {
      page.element("span", ["class": "tag"], "\(findings) finding\(findings == 1 ? "" : "s")")
    }
  }

  private func write(_ entity: EntityAccount, _ page: inout HTMLWriter) {
    if !entity.rows.isEmpty {
      page.line("p", ["class": "numbers"], entity.rows.map(Self.words).joined(separator: " "))
    }
    if !entity.findings.isEmpty {
      page.block("ul", ["class": "list"]) { page in
        for finding in entity.findings { FindingItem(finding: finding).write(to: &page) }
      }
    }
    if !entity.properties.isEmpty { PropertyTable(entity: entity).write(to: &page) }
  }

  private static func words(_ row: EntityCounts) -> String {
    let parts = [
      (row.migrated, "migrated"), (row.merged, "merged"), (row.dropped, "dropped"),
      (row.rejected, "rejected"),
    ].filter { $0.0 != 0 }.map { "\(Grouped.text($0.0)) \($0.1)" }
    let rest = parts.isEmpty ? "" : ": " + parts.joined(separator: ", ")
    return "\(Grouped.text(row.read, "row", "rows")) read\(rest)"
      + (row.destination.map { $0 == row.source ? "." : " (\($0))." } ?? ".")
  }
}
