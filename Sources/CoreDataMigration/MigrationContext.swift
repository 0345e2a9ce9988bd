import CoreDataMapping
import CoreDataModel
import CoreDataStore
import SQLite

/// All that the passes and the preflight know: the plan, both layouts, the keys, and how links are carried.
package struct MigrationContext: Sendable {
  package let plan: MigrationPlan
  package let source: LayoutMatch
  package let sourcePrimaryKeys: [PrimaryKeyRow]
  package let destination: StoreLayout
  package let keys: OldIDMap
  let links: LinkPlan

  /// The name under which the source is attached.
  static let schema = "old"

  /// Reads the keys of the source, which `connection` must have as its main file.
  package init(
    plan: MigrationPlan, source: LayoutMatch, sourcePrimaryKeys: [PrimaryKeyRow], destination: StoreLayout,
    connection: Connection
  ) throws(DatabaseError) {
    self.plan = plan
    self.source = source
    self.sourcePrimaryKeys = sourcePrimaryKeys
    self.destination = destination
    keys = try OldIDMapBuilder(plan: plan, layout: source.layout, primaryKeys: sourcePrimaryKeys)
      .build(connection, schema: "main")
    links = LinkPlan(plan: plan, source: source.layout, destination: destination)
  }

  /// Numbers of the concrete source entities below `entity`, as a list for SQL.
  func numbers(below entity: String) -> String {
    numbers(plan.source.subtree(of: entity).filter { plan.mapping(ofSource: $0) != nil })
  }

  func numbers(_ entities: [String]) -> String {
    "("
      + entities.compactMap { source.layout.number(of: $0) }.sorted().map(String.init).joined(separator: ", ")
      + ")"
  }
}
