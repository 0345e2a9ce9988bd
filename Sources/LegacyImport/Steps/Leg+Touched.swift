import CoreDataMapping
import CoreDataModel

extension Leg {
  /// Properties of the target to which the step's rules give what is not the source's: what is in them is proven at the
  /// step.
  var touched: Set<PropertyKey> {
    guard let step = rule?.step.value else { return [] }
    let model = target.model
    var touched: Set<PropertyKey> = []
    func touch(_ name: String, of entity: String) {
      if let found = model.attributes(of: entity).first(where: {
        $0.attribute.name == name || name.hasPrefix($0.attribute.name + ".")
      }) {
        touched.insert(PropertyKey(found.declaring, name))
      }
      if let found = model.relationships(of: entity).first(where: { $0.relationship.name == name }) {
        let key = PropertyKey(found.declaring, name)
        touched.formUnion([key] + [model.inverse(of: key)].compactMap(\.self))
      }
    }
    for entity in step.entities.map(\.value) {
      let names =
        entity.set.map(\.key.value) + entity.values.map(\.key.value) + entity.connect.map(\.key.value)
      for name in names { touch(name, of: entity.name.value) }
    }
    for entry in step.defaults { touch(entry.key.value.name, of: entry.key.value.entity) }
    // Links to rows that become one lead elsewhere.
    if !step.merge.isEmpty {
      for entity in model.entities {
        for relationship in entity.relationships { touch(relationship.name, of: entity.name) }
      }
    }
    return touched
  }
}
