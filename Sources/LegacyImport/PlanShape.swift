import CoreDataMapping
import CoreDataModel

/// What becomes what, without what does not matter to it: two versions of one shape lead to the same result.
struct PlanShape: Hashable {
  private struct Row: Hashable {
    let source: String
    let destination: String?
    let attributes: [PropertyKey: PropertyKey?]
    let relationships: [EntityMapping.RelationshipPair]
  }

  private let rows: [Row]

  init(_ plan: MigrationPlan) {
    rows = plan.entities.map { mapping in
      Row(
        source: mapping.source, destination: mapping.destination,
        attributes: Dictionary(
          mapping.attributes.map { ($0.destination, $0.source) }, uniquingKeysWith: { first, _ in first }),
        relationships: mapping.relationships.sorted {
          ($0.destination, $0.source) < ($1.destination, $1.source)
        })
    }
  }
}
