import CoreDataModel
import SQLite

/// Reads every stored link of the source, judges it, and says what the destination should have.
final class SourceLinkReader {
  private let context: ValidationContext
  private let resolvers: [LinkResolver]
  private let accounts: LinkAccounts

  init(context: ValidationContext, router: LinkRouter, accounts: LinkAccounts) throws {
    self.context = context
    self.accounts = accounts
    resolvers = try router.sourceStores.indices.map {
      try LinkResolver(position: $0, context: context, router: router)
    }
  }

  func resolver(_ store: Int) -> LinkResolver { resolvers[store] }

  /// - Parameter isAccounted: false in a second reading, which only names links.
  func read(into sink: any LinkSink, isAccounted: Bool) throws {
    var visitors: [LinkVisitor] = []
    for resolver in resolvers {
      visitors.append(
        LinkVisitor(
          resolver: resolver, sink: sink, accounts: isAccounted ? accounts : nil,
          broken: isAccounted ? try BrokenLinks(store: resolver.store, context: context) : nil))
    }
    for root in context.sourceLayout.tables.keys.sorted() {
      try readTable(root, visitors)
    }
    for visitor in visitors {
      if visitor.resolver.store.holder == .join { try readJoin(visitor) }
      try visitor.readNarrowed(context.source)
    }
  }

  private func readTable(_ root: String, _ visitors: [LinkVisitor]) throws {
    guard let table = context.sourceLayout.tables[root], let members = context.membersOfRoot[root] else {
      return
    }
    let own = visitors.filter { $0.resolver.store.holder != .join && $0.resolver.store.table == table.name }
    guard !own.isEmpty else { return }
    // Two columns each: the key, and the number of the entity it leads to.
    let columns = own.flatMap { visitor in
      let store = visitor.resolver.store
      return [
        Identifier.quoted(store.holder == .owner ? store.targetColumn : store.ownerColumn),
        store.entityColumn.map(Identifier.quoted) ?? "NULL",
      ]
    }
    // By entity number: which cells are of the row's own kin.
    var cells: [Int64: (member: Int, cells: [(column: Int, visitor: LinkVisitor)])] = [:]
    for member in members {
      let fitting = own.enumerated().filter { _, visitor in
        visitor.resolver.store.holder == .owner
          ? visitor.resolver.isOwner(member) : visitor.resolver.isTarget(member)
      }
      cells[context.members[member].number] = (member, fitting.map { ($0.offset * 2 + 2, $0.element) })
    }
    let statement = try context.source.prepare(
      """
      SELECT Z_PK, Z_ENT, \(columns.joined(separator: ", ")) FROM \(Identifier.quoted(table.name)) NOT INDEXED
      ORDER BY Z_PK
      """)
    while try statement.step() {
      guard let row = cells[statement.entityNumber(at: 1)] else { continue }
      for (column, visitor) in row.cells {
        guard let far = statement.linkKey(at: column) else { continue }
        let key = statement.integer(at: 0)
        let resolver = visitor.resolver
        if resolver.store.holder == .owner {
          let target = resolver.target(far)
          try visitor.visit(owner: key, of: row.member, target: far, of: target)
          if resolver.store.entityColumn != nil {
            visitor.see(
              entity: statement.optionalInteger(at: column + 1), owner: key, target: far, of: target)
          }
        } else {
          try visitor.visit(owner: far, of: resolver.owner(far), target: key, of: row.member)
        }
      }
    }
  }

  private func readJoin(_ visitor: LinkVisitor) throws {
    let store = visitor.resolver.store
    let (owner, target) = (Identifier.quoted(store.ownerColumn), Identifier.quoted(store.targetColumn))
    let table = Identifier.quoted(store.table)
    // A relationship that is its own inverse may be stored in one direction or both (format page 3.3).
    let reverse = store.isReflexive ? " UNION SELECT \(target), \(owner) FROM \(table)" : ""
    let statement = try context.source.prepare(
      "SELECT \(owner), \(target) FROM \(table) NOT INDEXED" + reverse)
    while try statement.step() {
      // A row with an empty end is a row of the table all the same, and leads nowhere.
      let owner = statement.linkKey(at: 0) ?? Link.noKey
      let target = statement.linkKey(at: 1) ?? Link.noKey
      try visitor.visit(
        owner: owner, of: visitor.resolver.owner(owner), target: target, of: visitor.resolver.target(target))
    }
  }
}
