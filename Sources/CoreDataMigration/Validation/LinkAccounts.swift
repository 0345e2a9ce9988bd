import CoreDataModel

/// What became of the links of every stored source relationship.
final class LinkAccounts {
  var accounts: [ValidationResult.RelationshipAccount]
  /// Relationship to its position in `accounts`.
  let lines: [PropertyKey: Int]

  init(stores: [LinkStore]) {
    accounts = Set(stores.flatMap(\.lines)).sorted().map { .init(relationship: $0) }
    lines = Dictionary(
      accounts.enumerated().map { ($1.relationship, $0) }, uniquingKeysWith: { first, _ in first })
  }
}
