import CoreDataModel
import Diagnostics
import SQLite

/// Compares all links of source and destination and keeps their accounts.
final class LinkComparer {
  private let context: ValidationContext
  private let router: LinkRouter
  private let accounts: LinkAccounts
  private let reader: SourceLinkReader
  /// At most so many links are held at once while a difference is being named.
  private static let heldLinks: Int64 = 50_000
  /// More differences than these readings find are not named; the run fails either way.
  private static let readingLimit = 16

  init(context: ValidationContext) throws {
    self.context = context
    let sourceStores = LinkStore.stores(of: context.sourceLayout)
    accounts = LinkAccounts(stores: sourceStores)
    router = LinkRouter(
      context: context, sourceStores: sourceStores,
      destinationStores: LinkStore.stores(of: context.destinationLayout), lines: accounts.lines)
    reader = try SourceLinkReader(context: context, router: router, accounts: accounts)
  }

  func run() throws -> [ValidationResult.RelationshipAccount] {
    let stores = router.destinationStores
    let destination = DestinationLinkReader(context: context, stores: stores)
    let tallies = LinkTallies(count: stores.count)
    try reader.read(into: tallies, isAccounted: true)
    try destination.read(into: tallies)
    let differing = Dictionary(
      tallies.tallies.enumerated().filter { !$1.differing.isEmpty }.map { ($0, $1) },
      uniquingKeysWith: { first, _ in first })
    for buckets in LinkDifferences.batches(differing, limit: Self.heldLinks).prefix(Self.readingLimit) {
      let differences = LinkDifferences(buckets: buckets)
      try reader.read(into: differences, isAccounted: false)
      try destination.read(into: differences)
      for store in buckets.keys.sorted() { try name(differences, stores[store], store) }
    }
    try InverseChecker(
      context: context, stores: router.sourceStores, destinationStores: stores, reader: reader
    ).run()
    for (position, store) in stores.enumerated() where differing[position] == nil {
      try OrderComparer(context: context, router: router, reader: reader, store: store, position: position)
        .run()
    }
    close()
    return accounts.accounts
  }

  private func name(_ differences: LinkDifferences, _ store: LinkStore, _ position: Int) throws {
    let missing = differences.missing(in: position)
    if !missing.isEmpty {
      let evidence = evidence(store, "Links that should be there are missing.")
      for link in missing {
        evidence.add(link.oldOwner)
        for line in link.lines { accounts.accounts[line].connected -= 1 }
      }
    }
    let unexpected = differences.unexpectedOwners(in: position)
    guard !unexpected.isEmpty else { return }
    let evidence = evidence(store, "Links are there that should not be.")
    evidence.addUncounted(Int64(unexpected.count))
    let keys = try context.oldKeys(
      ofNew: Set(unexpected.sorted().prefix(Diagnostic.maximumOldKeys)),
      destinationRoot: context.plan.destination.root(of: store.ownerEntity))
    for key in keys { evidence.note(key) }
  }

  private func evidence(_ store: LinkStore, _ statement: String) -> Evidence {
    context.differences.difference(
      .validationLinkDiffers, entity: store.relationship.entity, property: store.relationship.name, statement)
  }

  private func close() {
    for account in accounts.accounts
    where account.read != account.connected + account.dangling + account.dropped {
      context.differences.difference(
        .validationAccountOpen, entity: account.relationship.entity, property: account.relationship.name,
        "Links are not accounted for: read is not connected + dangling + dropped."
      ).addUncounted(abs(account.read - account.connected - account.dangling - account.dropped))
    }
  }
}
