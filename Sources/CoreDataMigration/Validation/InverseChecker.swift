import Diagnostics
import SQLite

/// Finds one-to-one links of the source that only one of their two ends knows.
struct InverseChecker {
  let context: ValidationContext
  let stores: [LinkStore]
  let destinationStores: [LinkStore]
  let reader: SourceLinkReader

  func run() throws {
    for (position, store) in stores.enumerated() {
      guard let twin = store.twin, let far = stores.first(where: { $0.relationship == twin }) else {
        continue
      }
      let resolver = reader.resolver(position)
      let evidence = context.book.evidence(
        .sourceInverseDisagrees, .warning, store.relationship,
        "Links stood at this end of a one-to-one only in the source: each end was kept as it is.",
        recovery: ["Set the relationship anew in the app for the rows named, so that both ends agree."])
      let key = Identifier.quoted(store.targetColumn)
      let statement = try context.source.prepare(
        """
        SELECT near.Z_PK, near.\(key) FROM \(Identifier.quoted(store.table)) AS near NOT INDEXED
        JOIN \(Identifier.quoted(far.table)) AS far ON far.Z_PK = near.\(key)
        WHERE far.\(Identifier.quoted(far.targetColumn)) IS NOT near.Z_PK
        """)
      while try statement.step() {
        let (owner, target) = (statement.integer(at: 0), statement.integer(at: 1))
        let (ownerMember, targetMember) = (resolver.owner(owner), resolver.target(target))
        guard resolver.isOwner(ownerMember), resolver.isTarget(targetMember) else { continue }
        // Where the new form keeps one end, a consent has settled it.
        let route = resolver.route(owner: ownerMember, target: targetMember)
        guard route.feeds.contains(where: { destinationStores[$0.store].twin != nil }) else { continue }
        evidence.add(owner, owner: owner, target: target)
      }
    }
  }
}
