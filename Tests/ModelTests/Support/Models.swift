import CoreDataModel

/// Models in few words.
enum Models {
  static func model(_ body: String, named name: String = "M") throws -> ManagedObjectModel {
    try ManagedObjectModelReader.read(Array("<model>\(body)</model>".utf8), name: name, path: name).model
  }

  /// The entity `E`, alone but for `F`, with this attribute and another.
  static func attribute(_ attribute: AttributeDescription) throws -> ManagedObjectModel {
    var entity = EntityDescription(name: "E")
    entity.attributes = [attribute, AttributeDescription(name: "z", type: .string)]
    return try ManagedObjectModel(name: "M", entities: [entity])
  }
}
