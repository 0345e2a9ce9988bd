import SQLite

/// Which of several links that compete for one place was kept: the destination's own cell says, once its
/// links are known to be right.
struct Survivors {
  private let store: LinkStore
  private let lookup: Statement?

  init(store: LinkStore, context: ValidationContext) throws(DatabaseError) {
    self.store = store
    let column: String? =
      switch store.holder {
      case .owner: store.targetColumn
      case .target: store.ownerColumn
      case .join: nil
      }
    lookup = try column.map { column throws(DatabaseError) in
      try context.destination.prepare(
        "SELECT \(Identifier.quoted(column)) FROM \(Identifier.quoted(store.table)) WHERE Z_PK = ?")
    }
  }

  func contains(_ link: Link) throws(DatabaseError) -> Bool {
    guard let lookup else { return true }
    let (holder, far) = store.holder == .owner ? (link.owner, link.target) : (link.target, link.owner)
    try lookup.bind(.integer(holder), at: 1)
    defer { lookup.reset() }
    return try lookup.step() && lookup.optionalInteger(at: 0) == far
  }
}
