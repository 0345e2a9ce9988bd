import SQLite

/// Reads every link the destination has.
struct DestinationLinkReader {
  let context: ValidationContext
  let stores: [LinkStore]

  func read(into sink: any LinkSink) throws {
    for root in context.destinationLayout.tables.keys.sorted() { try readTable(root, into: sink) }
    for (position, store) in stores.enumerated() where store.holder == .join {
      let statement = try context.destination.prepare(
        """
        SELECT \(Identifier.quoted(store.ownerColumn)), \(Identifier.quoted(store.targetColumn))
        FROM \(Identifier.quoted(store.table)) NOT INDEXED
        """)
      while try statement.step() {
        sink.find(
          Link(owner: statement.integer(at: 0), target: statement.integer(at: 1), companion: 0), in: position)
      }
    }
  }

  private struct Cell {
    let store: Int
    let column: Int
    let entityColumn: Int?
    let isHeldByOwner: Bool
  }

  private func readTable(_ root: String, into sink: any LinkSink) throws {
    guard let table = context.destinationLayout.tables[root] else { return }
    let model = context.plan.destination
    var columns = ["Z_PK", "Z_ENT"]
    func column(_ name: String) -> Int {
      columns.append(Identifier.quoted(name))
      return columns.count - 1
    }
    var cells: [(holder: String, cell: Cell)] = []
    for (position, store) in stores.enumerated() where store.holder != .join && store.table == table.name {
      let isHeldByOwner = store.holder == .owner
      cells.append(
        (
          isHeldByOwner ? store.ownerEntity : store.targetEntity,
          Cell(
            store: position, column: column(isHeldByOwner ? store.targetColumn : store.ownerColumn),
            entityColumn: store.entityColumn.map(column), isHeldByOwner: isHeldByOwner)
        ))
    }
    guard !cells.isEmpty else { return }
    // Cells of other kin are not links: where they are not empty, the comparison of rows says so.
    var cellsOf: [Int64: [Cell]] = [:]
    for entity in model.subtree(of: root) {
      guard let number = context.destinationLayout.numbers[entity] else { continue }
      cellsOf[number] = cells.filter { model.isKind(entity, of: $0.holder) }.map(\.cell)
    }
    let statement = try context.destination.prepare(
      """
      SELECT \(columns.joined(separator: ", ")) FROM \(Identifier.quoted(table.name)) NOT INDEXED
      ORDER BY Z_PK
      """)
    while try statement.step() {
      guard let own = cellsOf[statement.integer(at: 1)] else { continue }
      for cell in own {
        let far = statement.optionalInteger(at: cell.column)
        let companion = cell.entityColumn.flatMap { statement.optionalInteger(at: $0) }
        guard far != nil || companion != nil else { continue }
        let key = statement.integer(at: 0)
        sink.find(
          Link(
            owner: cell.isHeldByOwner ? key : far ?? 0, target: cell.isHeldByOwner ? far ?? 0 : key,
            companion: companion ?? 0), in: cell.store)
      }
    }
  }
}
