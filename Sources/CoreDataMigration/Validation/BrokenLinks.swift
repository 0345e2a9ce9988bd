import CoreDataModel
import Diagnostics
import SQLite

/// Evidence of links that led nowhere in the source already.
final class BrokenLinks {
  private let store: LinkStore
  private let inverse: PropertyKey
  private let book: EvidenceBook
  private let stale: Evidence
  private let numbers: [Int64]
  private let ownerLookup: Statement?
  private let targetLookup: Statement?

  init(store: LinkStore, context: ValidationContext) throws(DatabaseError) {
    self.store = store
    inverse = store.inverse ?? store.relationship
    book = context.book
    numbers = context.members.map(\.number)
    stale = context.book.evidence(
      .sourceLinkEntityStale, .note, store.relationship,
      "Beside these links stood no entity, or another than that of the row they lead to: it is right now.")
    func lookup(_ entity: String) throws(DatabaseError) -> Statement? {
      try context.sourceLayout.table(of: entity).map { table throws(DatabaseError) in
        try context.source.prepare("SELECT 1 FROM \(Identifier.quoted(table.name)) WHERE Z_PK = ?")
      }
    }
    ownerLookup = try lookup(store.ownerEntity)
    targetLookup = try lookup(store.targetEntity)
  }

  func add(owner: Int64, ownerIsValid: Bool, target: Int64, targetIsValid: Bool) throws(DatabaseError) {
    if store.holder == .join {
      try joinRow(owner, ownerIsValid, target, targetIsValid)
      return
    }
    let (key, far) = store.holder == .owner ? (owner, target) : (target, owner)
    let isThere = try exists(far, store.holder == .owner ? targetLookup : ownerLookup)
    if isThere {
      book.evidence(
        .sourceWrongEntityLink, .warning, store.relationship,
        "Links led to a row of another entity in the source already: they are empty now.",
        recovery: [Self.recovery]
      ).add(key, owner: owner, target: target)
    } else {
      book.evidence(
        .sourceDanglingLink, .warning, store.relationship,
        "Links led to a row that is not there in the source already: all of them are empty now.",
        recovery: [Self.recovery]
      ).add(key, owner: owner, target: target)
    }
  }

  /// - Parameter member: what the row that the link leads to is.
  func see(entity number: Int64?, of member: Int, owner: Int64, target: Int64) {
    if number != numbers[member] { stale.add(owner, owner: owner, target: target) }
  }

  /// Named from the end that is there, so that the keys are those of one entity.
  private func joinRow(_ owner: Int64, _ ownerIsValid: Bool, _ target: Int64, _ targetIsValid: Bool)
    throws(DatabaseError)
  {
    let isFromTarget = targetIsValid && !ownerIsValid
    var isThere = true
    if !ownerIsValid { isThere = try exists(owner, ownerLookup) }
    if !targetIsValid, isThere { isThere = try exists(target, targetLookup) }
    book.evidence(
      isThere ? .sourceWrongEntityJoinRow : .sourceDanglingJoinRow, .warning,
      isFromTarget ? inverse : store.relationship,
      isThere
        ? "Rows of the join table led to a row of another entity in the source already: they are left out."
        : "Rows of the join table led to a row that is not there in the source already: they are left out.",
      recovery: [Self.recovery]
    ).add(
      isFromTarget ? target : owner, owner: isFromTarget ? target : owner,
      target: isFromTarget ? owner : target)
  }

  private static let recovery =
    "There was nothing to lead to. Look at the rows named and set their links anew in the app if they matter."

  private func exists(_ key: Int64, _ lookup: Statement?) throws(DatabaseError) -> Bool {
    guard let lookup else { return false }
    try lookup.bind(.integer(key), at: 1)
    defer { lookup.reset() }
    return try lookup.step()
  }
}
