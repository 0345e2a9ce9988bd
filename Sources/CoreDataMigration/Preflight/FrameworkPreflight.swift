import CoreDataStore
import Diagnostics
import SQLite

/// Says what becomes of the framework's own tables, counted.
struct FrameworkPreflight {
  let query: SourceQuery
  let catalog: SchemaCatalog
  let tables: FrameworkTables

  func run() throws(DatabaseError) -> Preflight.Result {
    var result = Preflight.Result()
    for group in FrameworkGroup.allCases {
      switch tables.fates[group] {
      case .kept: try keep(group, &result)
      case .left(let reason): try leave(group, reason, &result)
      case .absent, nil: break
      }
    }
    return result
  }

  /// Transactions of history; rows of CloudKit's.
  private func count(_ group: FrameworkGroup) throws(DatabaseError) -> Int64 {
    let source = query.context.source
    let names =
      group == .history ? source.historyTables.filter { $0 == "ATRANSACTION" } : source.cloudKitTables
    var rows: Int64 = 0
    for name in names {
      rows += try query.connection.integer(
        "SELECT count(*) FROM \(MigrationContext.schema).\(Identifier.quoted(name)) NOT INDEXED")
    }
    return rows
  }

  private func keep(_ group: FrameworkGroup, _ result: inout Preflight.Result) throws(DatabaseError) {
    let rows = try count(group)
    switch group {
    case .history:
      result.notes.append(
        Diagnostic(
          .historyKept, .note, count: rows,
          summary: "Persistent history is kept whole, for no entity's number and no row's key changes."
            + (tables.isNewStore
              ? " The new store has a UUID of its own: tokens that the app saved name the old one, and whoever reads "
                + "changes by token must read everything once." : "")))
      let displaced = try HistoryRecords(context: query.context, catalog: catalog)
        .displaced(query.connection)
      guard displaced > 0 else { return }
      result.notes.append(
        Diagnostic(
          .historyDisplaced, .warning, count: displaced,
          summary:
            "Changes in the persistent history tell by position which properties were updated, and the new version has "
            + "other properties at these positions. Which objects changed is told as before.",
          recovery: [
            "Where the app looks at which properties changed, leave history behind with --allow drop:history."
          ]))
    case .cloudKit:
      result.notes.append(
        Diagnostic(
          .cloudKitKept, .note, count: rows,
          summary:
            "Records of CloudKit mirroring (\(query.context.source.cloudKitTables.count) tables) are kept whole, for no "
            + "entity's number and no row's key changes."
            + (tables.isNewStore
              ? " The new store takes itself for mirrored to where the old one is: let the app use one of the two."
              : "")))
    }
  }

  private func leave(
    _ group: FrameworkGroup, _ reason: FrameworkFate.Reason, _ result: inout Preflight.Result
  ) throws(DatabaseError) {
    let rows = try count(group)
    // History can be purged, so that an app must do without; who counts on a limit is asked all the same.
    let isAsked = reason == .asked || group == .cloudKit && rows > 0
    let because = reason.text.map { ", because \($0)" } ?? ""
    let diagnostic = Diagnostic(
      group == .history ? .historyLeftOut : .cloudKitTables, isAsked ? .error : .note, count: rows,
      summary: summary(group, because),
      recovery: isAsked ? ["Leave them behind with --allow \(group.consent)."] : [])
    if isAsked {
      result.obstacles.append(Obstacle(diagnostic, consents: [group.consent]))
    } else {
      result.notes.append(diagnostic)
    }
  }

  private func summary(_ group: FrameworkGroup, _ because: String) -> String {
    switch group {
    case .history:
      "Persistent history is left out, with its rows in Z_PRIMARYKEY and its metadata\(because). The app starts a new "
        + "history; tokens it saved no longer lead anywhere, and whoever reads changes by token must read everything once."
    case .cloudKit:
      "Records of CloudKit mirroring (\(query.context.source.cloudKitTables.count) tables) are left out\(because). "
        + "Without them the app takes the store for one that was never synchronised and may upload everything again."
    }
  }
}
