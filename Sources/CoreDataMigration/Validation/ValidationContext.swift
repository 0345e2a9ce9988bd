import CoreDataMapping
import CoreDataModel
import SQLite

/// What every part of a validation works with: two open files, their columns as found, and the book of
/// evidence.
final class ValidationContext {
  /// The rows of one concrete source entity.
  struct Member {
    let entry: OldIDMap.Entry
    let number: Int64
    /// Nil when its rows have no place.
    let destination: String?
    /// The destination entity's number; 0 when there is none.
    let destinationNumber: Int64
  }

  let request: ValidationRequest
  let source: Connection
  let destination: Connection
  let sourceLayout: FoundLayout
  let destinationLayout: FoundLayout
  let book = EvidenceBook()
  let differences: EvidenceBook
  /// By source entity's name.
  let members: [Member]
  /// Positions in `members`, by source root entity.
  let membersOfRoot: [String: [Int]]

  var plan: MigrationPlan { request.plan }

  init(
    request: ValidationRequest, source: Connection, destination: Connection, sourceLayout: FoundLayout,
    destinationLayout: FoundLayout
  ) {
    self.request = request
    differences = EvidenceBook(differenceRecovery: request.differenceRecovery)
    self.source = source
    self.destination = destination
    self.sourceLayout = sourceLayout
    self.destinationLayout = destinationLayout
    members = request.plan.entities.map(\.source).sorted().compactMap { name in
      request.keys.entry(ofSource: name).map { entry in
        let target = request.plan.destination(ofSource: name)
        return Member(
          entry: entry, number: sourceLayout.numbers[name] ?? 0, destination: target,
          destinationNumber: target.flatMap { destinationLayout.numbers[$0] } ?? 0)
      }
    }
    membersOfRoot = Dictionary(
      grouping: members.indices,
      by: { [members] in request.plan.source.root(of: members[$0].entry.sourceEntity) })
  }

  /// Position of the member a row of a source table belongs to, by its key; -1 for a row that is not there or
  /// that no concrete entity owns.
  func member(ofKey key: Int64, among candidates: [Int]) -> Int {
    for candidate in candidates where members[candidate].entry.keys.contains(key) { return candidate }
    return -1
  }

  /// Source keys of destination keys. Reads tables whole: for evidence only.
  func oldKeys(ofNew keys: Set<Int64>, destinationRoot: String) throws -> [Int64] {
    var result: [Int64] = []
    for root in membersOfRoot.keys.sorted() where !keys.isEmpty {
      let feeding = (membersOfRoot[root] ?? []).filter { index in
        members[index].destination.map { plan.destination.root(of: $0) } == destinationRoot
      }
      guard !feeding.isEmpty, let table = sourceLayout.tables[root] else { continue }
      let statement = try source.prepare(
        "SELECT Z_PK FROM \(Identifier.quoted(table.name)) NOT INDEXED ORDER BY Z_PK")
      while try statement.step() {
        let old = statement.integer(at: 0)
        let index = member(ofKey: old, among: feeding)
        if index >= 0, let new = members[index].entry.newKey(old), keys.contains(new) { result.append(old) }
      }
    }
    return result
  }
}
