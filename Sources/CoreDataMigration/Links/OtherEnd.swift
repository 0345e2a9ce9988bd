import CoreDataMapping
import CoreDataModel
import CoreDataStore
import SQLite

/// The column of a one-to-one that a new form with a single place for each link is not made from.
///
/// Core Data keeps a one-to-one at both its ends, which may disagree (format page 6.2). What the other end says is taken
/// where this one says nothing; what this one contradicts is lost.
struct OtherEnd {
  /// The links as the other end has them, seen from the same side as `source`.
  let origin: LinkOrigin
  let source: LinkSource
  private let own: LinkSource
  private let carrier: PropertyKey
  private let target: String
  /// `owner` or `target`: the row that has room for one; nil where links have rows of their own.
  private let holder: String?

  /// Nil where the source has no other end, or the destination keeps both.
  init?(_ carrier: PropertyKey, _ origin: LinkOrigin, context: MigrationContext) {
    let (old, new) = (context.plan.source, context.plan.destination)
    guard let inverse = old.inverse(of: origin.relationship), inverse != origin.relationship,
      case .foreignKey = context.source.layout.storage(of: origin.relationship),
      case .foreignKey = context.source.layout.storage(of: inverse),
      let relationship = new.relationship(carrier)
    else { return nil }
    if let back = new.inverse(of: carrier), case .foreignKey = context.destination.storage(of: carrier),
      case .foreignKey = context.destination.storage(of: back)
    {
      return nil
    }
    let turned = LinkOrigin(relationship: inverse, isReversed: !origin.isReversed, entities: nil)
    guard let own = LinkSource(origin, context: context), let source = LinkSource(turned, context: context)
    else { return nil }
    (self.origin, self.source, self.own, self.carrier) = (turned, source, own, carrier)
    target = relationship.destinationEntity
    switch context.destination.storage(of: carrier) {
    case .foreignKey: holder = "owner"
    case .ownerColumn: holder = "target"
    case .join(let join) where join.second.relationship == carrier: holder = nil
    default: return nil
    }
  }

  /// `SELECT owner, target` of the links that only the other end has and that are taken all the same.
  func taken(_ idMap: IDMapFunction) -> String {
    let (claims, kept) = (mapped(source, idMap), mapped(own, idMap))
    guard let holder else { return "\(claims) EXCEPT \(kept)" }
    let referenced = holder == "owner" ? "target" : "owner"
    return """
      SELECT \(holder), min(\(referenced)) AS \(referenced) FROM (\(claims))
      WHERE \(holder) NOT IN (SELECT \(holder) FROM (\(kept))) GROUP BY \(holder)
      """
  }

  /// `SELECT owner, target` of those that have no place.
  func lost(_ idMap: IDMapFunction) -> String {
    """
    SELECT owner, target FROM (\(mapped(source, idMap))) EXCEPT SELECT owner, target FROM (\(mapped(own, idMap)))
    EXCEPT SELECT owner, target FROM (\(taken(idMap)))
    """
  }

  /// Links with both ends carried over.
  private func mapped(_ links: LinkSource, _ idMap: IDMapFunction) -> String {
    let owner = idMap.call(source: links.ownerEntity, destination: carrier.entity, "owner")
    let target = idMap.call(source: links.targetEntity, destination: self.target, "target")
    return "SELECT owner, target FROM (\(links.select)) WHERE \(owner) IS NOT NULL AND \(target) IS NOT NULL"
  }
}
