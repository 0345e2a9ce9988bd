import CoreDataMapping
import CoreDataModel

/// What becomes of what over all steps of a run, as far as every step carries it over as it is.
///
/// Plans do not compose: a value that is NULL may get a default on the way, links may be narrowed, and widened again.
/// What went through such a step was proven there; here it ends.
struct WalkPlan {
  /// An attribute that every step carries over.
  struct Attribute {
    let source: PropertyKey
    let destination: PropertyKey
    let isTagged: Bool
    let becomesTagged: Bool
    /// Whether some step replaces references to external files by the files' content.
    let isInlined: Bool
    /// Whether some step puts a default in the place of NULL.
    let replacesNull: Bool
  }

  /// The rows of one concrete entity of the first version.
  struct Chain {
    let source: String
    /// Entity of the last version; nil where a step leaves the rows out.
    let destination: String?
    let attributes: [Attribute]
    /// How many attributes of the destination entity get their values on the way.
    let setOnTheWay: Int
  }

  /// A relationship of the last version, and all of the first whose links are there.
  struct Links {
    let destination: PropertyKey
    let sources: [PropertyKey]
  }

  /// By source entity's name.
  let chains: [Chain]
  let links: [Links]
  /// How many relationships of the first version are compared step by step only.
  let linksByStep: Int

  /// - Parameters:
  ///   - plans: of the steps, in their order; at least one.
  ///   - touched: for each step, properties of its destination to which a rule gave what is not the source's.
  init(_ plans: [MigrationPlan], from model: ManagedObjectModel, touched: [Set<PropertyKey>] = []) {
    chains = model.entities.filter { !$0.isAbstract }.map {
      Self.chain(of: $0.name, model, plans, touched)
    }.sorted { $0.source < $1.source }
    (links, linksByStep) = Self.links(model, plans, touched)
  }

  private static func chain(
    of source: String, _ model: ManagedObjectModel, _ plans: [MigrationPlan], _ touched: [Set<PropertyKey>]
  ) -> Chain {
    var mappings: [EntityMapping] = []
    var entity: String? = source
    for plan in plans {
      guard let mapping = entity.flatMap({ plan.mapping(ofSource: $0) }) else { break }
      mappings.append(mapping)
      entity = mapping.destination
    }
    guard let destination = entity, mappings.count == plans.count, let last = mappings.last else {
      return Chain(source: source, destination: nil, attributes: [], setOnTheWay: 0)
    }
    let attributes = last.attributes.compactMap { attribute(to: $0.destination, mappings, plans, touched) }
      .filter { model.storedAttribute($0.source) != nil }
    return Chain(
      source: source, destination: destination, attributes: attributes,
      setOnTheWay: last.attributes.count - attributes.count)
  }

  /// Nil for one whose value is made on the way.
  private static func attribute(
    to destination: PropertyKey, _ mappings: [EntityMapping], _ plans: [MigrationPlan],
    _ touched: [Set<PropertyKey>]
  ) -> Attribute? {
    var (key, way) = (destination, [AttributeMapping]())
    for (position, mapping) in mappings.enumerated().reversed() {
      guard let step = mapping.attributes.first(where: { $0.destination == key }), !step.isNew,
        let source = step.source,
        plans[position].destination.derivation(of: key)?.isComputable != true,
        position >= touched.count || !touched[position].contains(key)
      else { return nil }
      if case .convert = step.conversion { return nil }
      way.append(step)
      key = source
    }
    guard let first = way.last, let last = way.first else { return nil }
    return Attribute(
      source: key, destination: destination,
      isTagged: first.sourceAttribute?.allowsExternalBinaryDataStorage ?? false,
      becomesTagged: last.destinationAttribute.allowsExternalBinaryDataStorage,
      isInlined: way.contains { $0.conversion == .removeTag },
      replacesNull: way.contains { $0.valueForNull != nil })
  }

  private static func links(
    _ model: ManagedObjectModel, _ plans: [MigrationPlan], _ touched: [Set<PropertyKey>]
  ) -> ([Links], Int) {
    var sources: [PropertyKey: [PropertyKey]] = [:]
    var unclear: Set<PropertyKey> = []
    var byStep = 0
    for entity in model.entities {
      for relationship in entity.relationships where !relationship.isTransient {
        let key = PropertyKey(entity.name, relationship.name)
        let walk = LinkWalk(from: key, plans, touched)
        if walk.isPlain, let end = walk.ends.first {
          sources[end, default: []].append(key)
        } else {
          unclear.formUnion(walk.ends)
          byStep += 1
        }
      }
    }
    let links = sources.filter { !unclear.contains($0.key) }.map {
      Links(destination: $0.key, sources: $0.value.sorted())
    }.sorted { $0.destination < $1.destination }
    let left = sources.filter { unclear.contains($0.key) }.values.reduce(0) { $0 + $1.count }
    return (links, byStep + left)
  }
}
