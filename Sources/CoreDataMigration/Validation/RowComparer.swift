import CoreDataModel
import Diagnostics
import SQLite

/// Walks source and destination rows in lock-step, in ascending new key.
final class RowComparer {
  /// Rows that progress is told of together.
  private static let countedAtOnce: Int64 = 256

  private let context: ValidationContext
  private let files: ExternalFiles
  /// Nil where the destination's cells name the source's files.
  private let destinationFiles: ExternalFiles?
  let digesters = AttributeDigesters()
  /// Rows found right, by source entity.
  private(set) var migrated: [String: Int64] = [:]

  init(context: ValidationContext) {
    self.context = context
    files = ExternalFiles(
      folder: context.request.externalDataFolder, operations: context.request.files,
      lost: context.request.lostFiles)
    destinationFiles =
      if case .own(let folder) = context.request.destinationFiles {
        ExternalFiles(folder: folder, operations: context.request.files, lost: [])
      } else {
        nil
      }
  }

  func run() throws {
    for root in context.destinationLayout.tables.keys.sorted() { try compare(root) }
  }

  private func compare(_ root: String) throws {
    guard let table = context.destinationLayout.tables[root] else { return }
    var walk: DestinationWalk?
    for feed in feeds(of: root) {
      guard let sourceTable = context.sourceLayout.tables[feed.sourceRoot] else { continue }
      let builder = try RowComparisonBuilder(
        context: context, sourceTable: sourceTable, destinationTable: table, destinationRoot: root,
        digesters: digesters)
      let comparisons = try feed.members.compactMap { try builder.comparison(of: context.members[$0]) }
      let rows = try walk ?? DestinationWalk(context.destination.prepare(builder.destinationSelect))
      walk = rows
      try compare(comparisons, try context.source.prepare(builder.sourceSelect), rows)
      for comparison in comparisons {
        migrated[comparison.member.entry.sourceEntity] = comparison.migrated
      }
    }
    let rest =
      try walk
      ?? DestinationWalk(
        context.destination.prepare(
          "SELECT Z_PK, Z_ENT FROM \(Identifier.quoted(table.name)) NOT INDEXED ORDER BY Z_PK"))
    while rest.hasRow { try rest.skip() }
    try report(unexpected: rest, root)
  }

  /// Source tables by ascending new key.
  private func feeds(of root: String) -> [(sourceRoot: String, members: [Int])] {
    func base(_ member: Int) -> Int64 {
      switch context.members[member].entry.assignment {
      case .kept: 0
      case .shifted(let offset): offset
      case .ranked(let base): base
      }
    }
    return context.membersOfRoot.compactMap { sourceRoot, members -> (String, [Int])? in
      let own = members.filter { member in
        context.members[member].destination.map { context.plan.destination.root(of: $0) } == root
      }
      return own.isEmpty ? nil : (sourceRoot, own)
    }.sorted { (base($0.1[0]), $0.0) < (base($1.1[0]), $1.0) }
  }

  private func compare(_ comparisons: [RowComparison], _ source: Statement, _ rows: DestinationWalk) throws {
    let highest = comparisons.map(\.member.number).max() ?? 0
    var byNumber = [RowComparison?](repeating: nil, count: Int(highest) + 1)
    for comparison in comparisons { byNumber[Int(comparison.member.number)] = comparison }
    let cells = CellComparer(
      source: source, destination: rows.statement, files: files, destinationFiles: destinationFiles)
    var uncounted: Int64 = 0
    defer { context.request.meter?.add(uncounted) }
    while try source.step() {
      let number = source.entityNumber(at: 1)
      guard number > 0, number <= highest, let comparison = byNumber[Int(number)] else { continue }
      uncounted += 1
      if uncounted == Self.countedAtOnce {
        context.request.meter?.add(uncounted)
        uncounted = 0
      }
      let old = source.integer(at: 0)
      guard let new = comparison.member.entry.newKey(old) else {
        comparison.unknownKey.add(old)
        continue
      }
      while rows.hasRow, rows.key < new { try rows.skip() }
      guard rows.hasRow, rows.key == new else {
        comparison.missing.add(old)
        continue
      }
      if try isRight(comparison, source, rows.statement, cells, old) { comparison.migrated += 1 }
      try rows.advance()
    }
  }

  private func isRight(
    _ comparison: RowComparison, _ source: Statement, _ destination: Statement, _ cells: CellComparer,
    _ old: Int64
  ) throws -> Bool {
    var isRight = true
    if destination.entityNumber(at: 1) != comparison.member.destinationNumber {
      comparison.wrongEntity.add(old)
      isRight = false
    }
    if context.request.comparesBookkeeping,
      destination.storageClass(at: 2) != source.storageClass(at: 2)
        || destination.integer(at: 2) != source.integer(at: 2)
    {
      comparison.wrongCounter.add(old)
      isRight = false
    }
    let first = context.request.earlier?.original(of: old, in: comparison.member.entry.sourceEntity) ?? old
    for cell in comparison.cells where try !cells.compare(cell, key: old, first: first) {
      cells.tell(cell, key: old)
      isRight = false
    }
    for column in comparison.foreignColumns where destination.storageClass(at: column) != .null {
      comparison.foreign.add(old)
      isRight = false
      break
    }
    for link in comparison.requiredLinks where destination.storageClass(at: link.column) == .null {
      link.evidence.add(old)
    }
    return isRight
  }

  private func report(unexpected rows: DestinationWalk, _ root: String) throws {
    guard rows.skipped > 0 else { return }
    let evidence = context.differences.difference(
      .validationRowUnexpected, entity: root, "Rows are there that come from no row of the source.")
    evidence.addUncounted(rows.skipped)
    for key in try context.oldKeys(ofNew: rows.skippedKeys, destinationRoot: root) { evidence.note(key) }
    for key in try DuplicateFinder(context: context, root: root).sources(of: rows.skippedKeys) {
      evidence.note(key)
    }
  }
}
