import PropertyLists

/// An old binary model made by hand, laid out as the real ones are.
struct HandMadeElements {
  enum Setting {
    case plain(PropertyList)
    case entity(String)
    case relationship(entity: String, name: String)
    case lists([[String]])
    /// What `shared` holds, as one object for all.
    case shared
    case none
  }

  struct Property {
    var name: String
    var className = "XDPMAttribute"
    var settings: [(String, Setting)] = []
  }

  struct Entity {
    var name: String
    var className = "XDPMEntity"
    var parents: [String] = []
    var settings: [(String, Setting)] = []
    var properties: [Property] = []
  }

  var entities: [Entity] = []
  var configurations: [(String, [String])] = []
  var versionIdentifier: PropertyList?
  var rootClass = "XDPMModel"
  /// Names of packages inside the package.
  var packages: [String] = []
  /// Keys that no object has.
  var omitted: Set<String> = []
  /// Stands instead of the entities' table.
  var classes: PropertyList?

  var shared: PropertyList = .boolean(false)

  private var sharedNumber: PropertyList = .uid(0)
  private var objects: [PropertyList] = [.string("$null")]
  private var classNumbers: [String: PropertyList] = [:]
  private var entityNumbers: [String: PropertyList] = [:]
  private var propertyNumbers: [String: PropertyList] = [:]

  init(entities: [Entity] = []) { self.entities = entities }

  /// An entity `E` with one attribute of the given settings, its type and flags before them.
  static func attribute(
    _ type: Int64, _ settings: [(String, Setting)] = [], transient: Bool = false, name: String = "a"
  ) -> Property {
    let base: [(String, Setting)] = [
      ("XD_PAttK_attributeType", .plain(.integer(type))), ("XD_PPSK_isOptional", .plain(.boolean(true))),
      ("XD_PPSK_isTransient", .plain(.boolean(transient))),
    ]
    return Property(name: name, settings: merged(base, settings))
  }

  static func relationship(
    _ name: String, to destination: String, inverse: Setting = .none, many: Bool = false,
    _ settings: [(String, Setting)] = []
  ) -> Property {
    let base: [(String, Setting)] = [
      ("XD_PRK_destination", .entity(destination)), ("XD_PRK_inverseRelationship", inverse),
      ("XD_PRK_isToMany", .plain(.boolean(many))), ("XD_PRK_maxCount", .plain(.integer(many ? 0 : 1))),
      ("XD_PRK_deleteRule", .plain(.integer(1))), ("XD_PPSK_isOptional", .plain(.boolean(true))),
      ("XD_PPSK_isTransient", .plain(.boolean(false))),
    ]
    return Property(name: name, className: "XDPMRelationship", settings: merged(base, settings))
  }

  private static func merged(
    _ base: [(String, Setting)], _ other: [(String, Setting)]
  ) -> [(String, Setting)] {
    base.filter { entry in !other.contains { $0.0 == entry.0 } } + other
  }

  func bytes() -> [UInt8] {
    var copy = self
    return copy.write()
  }

  private mutating func write() -> [UInt8] {
    sharedNumber = add(shared)
    // Everything may refer to everything: numbers first.
    for entity in entities {
      entityNumbers[entity.name] = add(.boolean(false))
      for property in entity.properties {
        propertyNumbers["\(entity.name).\(property.name)"] = add(.boolean(false))
      }
    }
    for entity in entities { fill(entity) }
    let table = classes ?? dictionary(entities.map { ($0.name, entityNumbers[$0.name] ?? .uid(0)) })
    let package = object(
      "XDModelPackage",
      [
        ("XDBucketForClassesstorage", table),
        ("XDBucketForPackagesstorage", dictionary(packages.map { ($0, .uid(0)) })),
      ])
    let groups = configurations.map { name, members in
      (name, object("XDPMConfiguration", [("_entities", array(members.map { number(of: $0) }))]))
    }
    let root = object(
      rootClass,
      [
        ("_xd_rootPackage", package), ("_configurationsByName", dictionary(groups)),
        ("_modelVersionIdentifier", versionIdentifier.map { add($0) } ?? .uid(0)),
      ])
    return BinaryPropertyListWriter.write(
      .dictionary([
        .init("$version", .integer(100_000)), .init("$archiver", .string("NSKeyedArchiver")),
        .init("$top", .dictionary([.init("root", root)])), .init("$objects", .array(objects)),
      ]))
  }

  private mutating func fill(_ entity: Entity) {
    let properties = entity.properties.map { property in
      let number = propertyNumbers["\(entity.name).\(property.name)"] ?? .uid(0)
      set(
        number,
        fields(
          property.className,
          [
            ("_name", add(.string(property.name))), ("_owner", self.number(of: entity.name)),
            ("XDBucketForStereotypesstorage", stereotype(property.settings)),
          ]))
      return (property.name, number)
    }
    let parents = entity.parents.map { object("XDUMLGeneralizationImp", [("_general", number(of: $0))]) }
    set(
      number(of: entity.name),
      fields(
        entity.className,
        [
          ("_name", add(.string(entity.name))),
          ("XDBucketForStereotypesstorage", stereotype(entity.settings)),
          ("XDBucketForGeneralizationsstorage", array(parents)),
          ("XDBucketForOwnedAttributesstorage", dictionary(properties)),
        ]))
  }

  private func number(of entity: String) -> PropertyList { entityNumbers[entity] ?? .uid(0) }

  private mutating func stereotype(_ settings: [(String, Setting)]) -> PropertyList {
    let settings = settings.map { key, setting in
      (key, object("XDUMLPropertyImp", [("_name", add(.string(key))), ("_default", value(setting))]))
    }
    let stereotype = object(
      "XDUMLStereotypeImp", [("XDBucketForOwnedAttributesstorage", dictionary(settings))])
    return dictionary([("XD_Stereotype", stereotype)])
  }

  private mutating func value(_ setting: Setting) -> PropertyList {
    switch setting {
    case .plain(let value): return add(value)
    case .entity(let name): return number(of: name)
    case .relationship(let entity, let name): return propertyNumbers["\(entity).\(name)"] ?? .uid(0)
    case .lists(let lists):
      let members = lists.map { names in array(names.map { add(.string($0)) }) }
      return array(members)
    case .shared: return sharedNumber
    case .none: return .uid(0)
    }
  }

  private mutating func add(_ value: PropertyList) -> PropertyList {
    objects.append(value)
    return .uid(UInt64(objects.count - 1))
  }

  private mutating func set(_ number: PropertyList, _ value: PropertyList) {
    if let index = number.uid, index > 0 { objects[Int(index)] = value }
  }

  private mutating func fields(_ className: String, _ fields: [(String, PropertyList)]) -> PropertyList {
    let known = classNumbers[className]
    let number = known ?? add(.dictionary([.init("$classname", .string(className))]))
    classNumbers[className] = number
    return .dictionary(
      fields.filter { !omitted.contains($0.0) }.map { .init($0.0, $0.1) } + [.init("$class", number)])
  }

  private mutating func object(_ className: String, _ fields: [(String, PropertyList)]) -> PropertyList {
    add(self.fields(className, fields))
  }

  private mutating func dictionary(_ entries: [(String, PropertyList)]) -> PropertyList {
    let keys = entries.map { add(.string($0.0)) }
    return object(
      "NSMutableDictionary", [("NS.keys", .array(keys)), ("NS.objects", .array(entries.map { $0.1 }))])
  }

  private mutating func array(_ members: [PropertyList]) -> PropertyList {
    object("NSMutableArray", [("NS.objects", .array(members))])
  }
}
