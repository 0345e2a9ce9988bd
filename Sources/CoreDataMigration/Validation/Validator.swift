import CoreDataModel
import Diagnostics
import Dispatch
import SQLite
import Synchronization

/// Proves that a destination store is what a source store should have become.
///
/// It shares neither layout nor SQL with the writer: it finds tables and columns by itself, opens both files
/// on connections of its own, reads tables whole and never through an index, and keeps nothing per row.
package struct Validator: Sendable {
  private let request: ValidationRequest

  package init(_ request: ValidationRequest) { self.request = request }

  /// Rows and links are compared at the same time, each on connections of its own: two cores, half the time.
  ///
  /// - Throws: `DatabaseError` when a store, `FileError` when an external file cannot be read for another reason
  ///   than that it is damaged.
  package func run() throws -> ValidationResult {
    // A box for each: neither waits for the other.
    let ofRows = Mutex<Result<ValidationResult, any Error>?>(nil)
    let ofLinks = Mutex<Result<ValidationResult, any Error>?>(nil)
    DispatchQueue.concurrentPerform(iterations: 2) { index in
      if index == 0 {
        let answer = Result { try run(rows) }
        ofRows.withLock { $0 = answer }
      } else {
        let answer = Result { try run(links) }
        ofLinks.withLock { $0 = answer }
      }
    }
    var result = ValidationResult()
    for answer in [ofRows.withLock({ $0 }), ofLinks.withLock({ $0 })] {
      guard let half = try answer?.get() else { continue }
      result.entities += half.entities
      result.relationships += half.relationships
      result.attributes += half.attributes
      result.missingFiles.formUnion(half.missingFiles)
      result.findings += half.findings
      // Both halves look for their columns and may miss the same one.
      result.differences += half.differences.filter { !result.differences.contains($0) }
    }
    // As one book would have them.
    result.findings.sort(by: EvidenceBook.precedes)
    result.differences.sort(by: EvidenceBook.precedes)
    return result
  }

  private typealias Half = @Sendable (ValidationContext) throws -> ValidationResult

  private func run(_ half: Half) throws -> ValidationResult {
    let failures = EvidenceBook(differenceRecovery: request.differenceRecovery)
    do {
      let source = try Self.open(request.sourcePath)
      let destination = try Self.open(request.destinationPath)
      let context = ValidationContext(
        request: request, source: source, destination: destination,
        sourceLayout: try ColumnFinder(connection: source, model: request.plan.source).find(),
        destinationLayout: try ColumnFinder(connection: destination, model: request.plan.destination).find())
      holdAgainstWriter(context)
      var result = try half(context)
      result.findings = context.book.diagnostics
      result.differences = context.differences.diagnostics
      return result
    } catch ColumnFinderError.notFound(let name) {
      failures.difference(
        .validationLayoutDisagrees, property: name,
        "A table or column of the model is not where it should be."
      ).add(nil)
    } catch ColumnFinderError.database(let error) {
      guard error.isDamage else { throw error }
      FileChecker.damaged(failures)
    } catch let error as DatabaseError where error.isDamage {
      FileChecker.damaged(failures)
    }
    var result = ValidationResult()
    result.differences = failures.diagnostics
    return result
  }

  private static func open(_ path: String) throws(DatabaseError) -> Connection {
    let connection = try Connection.finished(path: path)
    connection.obeyInterruption()
    // The cache is also the size of a sorter's runs.
    try connection.execute("PRAGMA cache_size = -4096; PRAGMA temp_store = FILE; PRAGMA query_only = ON")
    return connection
  }

  private func holdAgainstWriter(_ context: ValidationContext) {
    for (found, used) in [
      (context.sourceLayout, request.sourceLayout), (context.destinationLayout, request.destinationLayout),
    ] {
      for name in found.disagreements(with: used) {
        context.differences.difference(
          .validationLayoutDisagrees, property: name,
          "Validation finds this table or column elsewhere than the writer does."
        ).add(nil)
      }
    }
  }

  private func rows(_ context: ValidationContext) throws -> ValidationResult {
    try FileChecker(context: context).run()
    let counts = try RowCensus(context: context).run()
    let rows = RowComparer(context: context)
    try rows.run()
    var result = ValidationResult()
    result.missingFiles = try ExternalFileChecker(context: context).run()
    result.entities = entities(counts, migrated: rows.migrated, context)
    result.attributes = rows.digesters.finish(request.plan.destination)
    return result
  }

  private func links(_ context: ValidationContext) throws -> ValidationResult {
    var result = ValidationResult()
    result.relationships = try LinkComparer(context: context).run()
    try CardinalityChecker(context: context).run()
    try UniquenessChecker(context: context).run()
    try IndexChecker(context: context).run()
    try DerivedChecker(context: context).run()
    guard request.comparesBookkeeping else { return result }
    try SpatialIndexChecker(context: context).run()
    try TriggerChecker(context: context).run()
    try FrameworkTableChecker(context: context).run()
    return result
  }

  private func entities(_ counts: RowCensus.Counts, migrated: [String: Int64], _ context: ValidationContext)
    -> [ValidationResult.EntityAccount]
  {
    var accounts: [ValidationResult.EntityAccount] = []
    for member in context.members {
      let name = member.entry.sourceEntity
      var account = ValidationResult.EntityAccount(source: name, destination: member.destination)
      account.read = counts.rows[name] ?? 0
      account.migrated = migrated[name] ?? 0
      account.dropped = member.destination == nil ? account.read : 0
      if account.read != account.migrated + account.dropped {
        context.differences.difference(
          .validationAccountOpen, entity: name, "Rows are not accounted for: read is not migrated + dropped."
        ).addUncounted(abs(account.read - account.migrated - account.dropped))
      }
      accounts.append(account)
    }
    for (root, count) in counts.orphans {
      var account = ValidationResult.EntityAccount(source: root, destination: nil)
      account.isOfOrphans = true
      account.read = count
      account.dropped = count
      accounts.append(account)
    }
    return accounts.sorted { ($0.source, $0.destination ?? "") < ($1.source, $1.destination ?? "") }
  }
}
