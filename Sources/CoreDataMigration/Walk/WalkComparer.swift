import CoreDataMapping
import CoreDataModel
import Diagnostics
import SQLite

/// Compares the store that was given with the result of several steps, past everything in between.
///
/// Each step was proven against the one before by `Validator`. This asks once more, of the two files alone: is what every
/// step carries over still what it was? It finds tables and columns by itself, and keeps nothing per row.
package struct WalkComparer {
  private let request: WalkRequest
  private let plan: WalkPlan

  /// - Parameter request: with at least one plan.
  package init(_ request: WalkRequest) {
    self.request = request
    plan = WalkPlan(request.plans, from: request.model, touched: request.touched)
  }

  /// - Throws: `DatabaseError` when a store, `FileError` when an external file cannot be read.
  package func run() throws -> WalkComparison {
    let book = EvidenceBook()
    var result = WalkComparison()
    guard let last = request.plans.last else { return result }
    let source = try Self.open(request.sourcePath)
    let destination = try Self.open(request.destinationPath)
    do {
      let old = try ColumnFinder(connection: source, model: request.model).find()
      let new = try ColumnFinder(connection: destination, model: last.destination).find()
      var arrived: [String: Int64] = [:]
      for chain in plan.chains {
        let rows = try WalkRows(request: request, chain: chain, book: book).compare(
          source, old, destination, new)
        for (end, counts) in rows.sorted(by: { ($0.key ?? "~") < ($1.key ?? "~") })
        where counts.read > 0 || rows.count == 1 {
          var account = ValidationResult.EntityAccount(source: chain.source, destination: end)
          (account.read, account.migrated, account.dropped) = (counts.read, counts.right, counts.dropped)
          (account.merged, account.rejected) = (counts.merged, counts.rejected)
          result.entities.append(account)
          if let end { arrived[end, default: 0] += counts.read - counts.dropped - counts.merged }
        }
      }
      if !request.changesRows {
        try checkUnexpected(arrived, destination, new, book)
      }
      for links in plan.links {
        try WalkLinks(request: request, links: links, book: book).compare(source, old, destination, new)
      }
    } catch ColumnFinderError.notFound(let name) {
      book.difference(
        .validationLayoutDisagrees, property: name,
        "A table or column of the model is not where it should be."
      ).add(nil)
    } catch ColumnFinderError.database(let error) {
      throw error
    }
    result.attributes = plan.chains.reduce(0) { $0 + $1.attributes.count }
    result.attributesByStep = plan.chains.reduce(0) { $0 + $1.setOnTheWay }
    result.relationships = plan.links.reduce(0) { $0 + $1.sources.count }
    result.relationshipsByStep = plan.linksByStep
    result.differences = book.diagnostics
    return result
  }

  /// Rows that come from none of the first store's.
  private func checkUnexpected(
    _ arrived: [String: Int64], _ connection: Connection, _ layout: FoundLayout, _ book: EvidenceBook
  ) throws {
    for (root, table) in layout.tables.sorted(by: { $0.key < $1.key }) {
      let expected = layout.model.subtree(of: root).reduce(0) { $0 + (arrived[$1] ?? 0) }
      let found = try connection.integer("SELECT count(*) FROM \(Identifier.quoted(table.name)) NOT INDEXED")
      guard found > expected else { continue }
      book.difference(
        .validationRowUnexpected, entity: root,
        "After all steps rows are there that come from no row of the first store."
      ).addUncounted(found - expected)
    }
  }

  private static func open(_ path: String) throws(DatabaseError) -> Connection {
    let connection = try Connection.finished(path: path)
    connection.obeyInterruption()
    try connection.execute("PRAGMA cache_size = -4096; PRAGMA temp_store = FILE; PRAGMA query_only = ON")
    return connection
  }
}
