import CoreDataMapping
import CoreDataModel
import CoreDataStore
import SQLite

/// Decides what becomes of the framework's own tables (format page 1.5 and 1.6).
///
/// Their rows name others by entity number and key. They mean the same in the new store where neither changes for any
/// row, and nothing else would make them right.
package struct FrameworkTables: Sendable {
  package let fates: [FrameworkGroup: FrameworkFate]
  /// Whether the new store is another one for the framework: its tables name the store by its UUID.
  package let isNewStore: Bool

  /// - Parameters:
  ///   - catalog: of the source.
  ///   - connection: has the source as its main file.
  ///   - hasTemplate: whether the new store is made by the app, with what it has of such tables.
  ///   - keepsUUID: whether the new store has the source's UUID.
  package init(
    context: MigrationContext, catalog: SchemaCatalog, connection: Connection, consents: [Consent],
    hasTemplate: Bool, keepsUUID: Bool
  ) throws(DatabaseError) {
    isNewStore = !keepsUUID
    let source = context.source
    let tables: [FrameworkGroup: [String]] = [
      .history: source.historyTables, .cloudKit: source.cloudKitTables,
    ]
    let isThere = { (group: FrameworkGroup) in
      tables[group]?.isEmpty == false
        || context.sourcePrimaryKeys.contains { group.numbers.contains($0.number) }
    }
    var fates: [FrameworkGroup: FrameworkFate] = [:]
    var change: FrameworkFate.Reason?
    if FrameworkGroup.allCases.contains(where: isThere) {
      change = try Self.change(context, connection)
    }
    for group in FrameworkGroup.allCases {
      let names = tables[group] ?? []
      let forms = names.compactMap { FrameworkTableForm($0, in: catalog) }
      if !isThere(group) {
        fates[group] = .absent
      } else if consents.contains(where: { $0.name == group.consent }) {
        fates[group] = .left(.asked)
      } else if hasTemplate {
        fates[group] = .left(.template)
      } else if let change {
        fates[group] = .left(change)
      } else if names.isEmpty || forms.count < names.count || !group.leastTables.isSubset(of: names) {
        fates[group] = .left(.form)
      } else if group == .history, !HistoryRecords(context: context, catalog: catalog).haveRoom {
        fates[group] = .left(.tombstones)
      } else {
        fates[group] = .kept(forms)
      }
    }
    self.fates = fates
  }

  /// Those that the new store has, in one order.
  package var keptGroups: [FrameworkGroup] {
    FrameworkGroup.allCases.filter { fates[$0]?.isKept ?? false }
  }

  package var leftGroups: [FrameworkGroup] {
    FrameworkGroup.allCases.filter { fates[$0]?.isLeft ?? false }
  }

  var keptTables: [FrameworkTableForm] {
    FrameworkGroup.allCases.flatMap { group -> [FrameworkTableForm] in
      if case .kept(let tables) = fates[group] { tables } else { [] }
    }
  }

  /// Why numbers and keys would lead elsewhere, or nowhere; nil where they do not.
  private static func change(_ context: MigrationContext, _ connection: Connection) throws(DatabaseError)
    -> FrameworkFate.Reason?
  {
    let plan = context.plan
    let counterparts = Dictionary(plan.pairs.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    for entity in plan.source.entities {
      guard let counterpart = counterparts[entity.name],
        context.source.layout.number(of: entity.name) == context.destination.number(of: counterpart),
        plan.mapping(ofSource: entity.name).map({ $0.destination == counterpart }) ?? true
      else { return .numbers }
    }
    for entity in plan.source.entities {
      let root = counterparts[entity.name].map { plan.destination.root(of: $0) }
      guard root == counterparts[plan.source.root(of: entity.name)] else { return .keys }
    }
    guard context.keys.entries.allSatisfy({ $0.assignment == .kept }) else { return .keys }
    for table in context.source.layout.tables {
      let rows = try connection.integer(
        "SELECT count(*) FROM main.\(Identifier.quoted(table.name)) NOT INDEXED")
      let placed = context.keys.entries.filter { $0.sourceRoot == table.rootEntity }.reduce(0) {
        $0 + $1.keys.count
      }
      guard rows == placed else { return .rows }
    }
    return nil
  }
}

extension FrameworkGroup {
  /// The consent that leaves it behind.
  var consent: String {
    switch self {
    case .history: "drop:history"
    case .cloudKit: "drop:cloudkit"
    }
  }

  /// Tables without which the group makes no sense (format page 1.5).
  fileprivate var leastTables: Set<String> {
    switch self {
    case .history: ["ACHANGE", "ATRANSACTION"]
    case .cloudKit: []
    }
  }
}
