import CoreDataModel
import PropertyLists
import Testing

/// Archives that no Xcode wrote, and what an old binary model can say in full, without the corpus.
@Suite struct HostileElementsModelTests {
  private typealias Made = HandMadeElements

  private func read(_ made: HandMadeElements) throws(ModelError) -> ManagedObjectModelReader.Reading {
    try ElementsModelReader.read(made.bytes(), name: "M", path: "M.xcdatamodel/elements")
  }

  private static func made(
    _ properties: [HandMadeElements.Property], _ change: (inout HandMadeElements) -> Void = { _ in }
  ) -> HandMadeElements {
    var made = Made(entities: [Made.Entity(name: "E", properties: properties)])
    change(&made)
    return made
  }

  @Test func everySettingIsRead() throws {
    func text(_ text: String) -> HandMadeElements.Setting { .plain(.string(text)) }
    let yes = HandMadeElements.Setting.plain(.boolean(true))
    var made = Made(entities: [
      Made.Entity(
        name: "Base",
        settings: [
          ("XD_PSK_isAbstract", yes), ("XD_PSK_elementID", text("Root")), ("XD_PSK_userInfo", .none),
          ("XD_PSK_entityClassName", text("AppBase")), ("XD_PSK_versionHashModifier", text("2")),
        ],
        properties: [
          Made.attribute(
            700,
            [
              ("XD_PAttK_defaultValueAsString", text("")), ("XD_PAttK_minValueString", text("1")),
              ("XD_PAttK_maxValueString", text("9")), ("XD_PAttK_regularExpressionString", text("x+")),
              ("XD_PPSK_elementID", text("title")), ("XD_PPSK_versionHashModifier", text("m")),
              ("XD_PPSK_isIndexed", yes), ("XD_PPSK_isOptional", .plain(.boolean(false))),
            ], name: "name"),
          Made.attribute(0, transient: true, name: "cached"),
        ]),
      Made.Entity(
        name: "Child", parents: ["Base"],
        settings: [
          ("XDPMUniquenessConstraints", .lists([["b", "a"], []])),
          ("XDPMCompoundIndexes", .lists([["a", "b"]])),
        ],
        properties: [
          Made.attribute(
            1000, [("XD_PAttK_allowsExternalBinaryDataStorage", yes), ("XD_PAttK_maxValueString", text("5"))]),
          Made.attribute(1800, [("XD_PAttK_valueTransformerName", text("T"))], name: "b"),
          Made.attribute(100, [("XD_PAttK_defaultValueAsString", text("NO"))], name: "c"),
          Made.relationship(
            "many", to: "Child", inverse: .relationship(entity: "Child", name: "one"), many: true,
            [
              ("XD_PRK_ordered", yes), ("XD_PRK_deleteRule", .plain(.integer(3))),
              ("XD_PRK_minCount", .plain(.integer(2))), ("XD_PRK_maxCount", .plain(.integer(7))),
            ]),
          Made.relationship(
            "one", to: "Child", inverse: .relationship(entity: "Child", name: "many"),
            [("XD_PPSK_elementID", text("only")), ("XD_PPSK_versionHashModifier", text("r"))]),
          Made.Property(name: "found", className: "XDPMFetchedProperty"),
        ]),
    ])
    made.configurations = [("Local", ["Child"])]
    made.versionIdentifier = .string("1.1")
    let reading = try read(made)
    #expect(reading.warnings == [])

    var name = AttributeDescription(name: "name", type: .string)
    name.defaultValue = .text("")
    (name.minimumValue, name.maximumValue, name.regularExpression) = (1, 9, "x+")
    (name.renamingIdentifier, name.versionHashModifier, name.isIndexed) = ("title", "m", true)
    var cached = AttributeDescription(name: "cached", type: .undefined)
    (cached.isOptional, cached.isTransient) = (true, true)
    var base = EntityDescription(name: "Base")
    (base.managedObjectClassName, base.isAbstract) = ("AppBase", true)
    (base.renamingIdentifier, base.versionHashModifier) = ("Root", "2")
    base.attributes = [cached, name]
    #expect(reading.model.entity("Base") == base)

    var data = AttributeDescription(name: "a", type: .binary)
    (data.isOptional, data.allowsExternalBinaryDataStorage) = (true, true)
    var object = AttributeDescription(name: "b", type: .transformable)
    (object.isOptional, object.valueTransformerName) = (true, "T")
    var number = AttributeDescription(name: "c", type: .integer16)
    (number.isOptional, number.defaultValue) = (true, .integer(0))
    var many = RelationshipDescription(name: "many", destinationEntity: "Child")
    (many.inverseName, many.inverseEntity) = ("one", "Child")
    (many.isToMany, many.minCount, many.maxCount) = (true, 2, 7)
    (many.isOrdered, many.isOptional, many.deleteRule) = (true, true, .deny)
    var one = RelationshipDescription(name: "one", destinationEntity: "Child")
    (one.inverseName, one.inverseEntity, one.maxCount, one.isOptional) = ("many", "Child", 1, true)
    (one.renamingIdentifier, one.versionHashModifier) = ("only", "r")
    var child = EntityDescription(name: "Child")
    child.superentity = "Base"
    child.attributes = [data, object, number]
    child.relationships = [many, one]
    child.fetchedProperties = ["found"]
    child.uniquenessConstraints = [["b", "a"]]
    child.compoundIndexes = [["a", "b"]]
    #expect(reading.model.entity("Child") == child)
    #expect(reading.model.entities.count == 2)
    #expect(reading.model.configurations == ["Local": ["Child"]])
    #expect(reading.model.versionIdentifiers == ["1.1"])
  }

  @Test func whatIsLeftOutIsSaid() throws {
    let text = HandMadeElements.Setting.plain(.string("x"))
    let reading = try read(Self.made([Made.attribute(1000, [("XD_PAttK_defaultValueAsString", text)])]))
    #expect(reading.warnings == [.defaultIgnored(entity: "E", property: "a", line: 0)])
    // No default but for a String, as in XML.
    let empty = try read(
      Self.made([Made.attribute(100, [("XD_PAttK_defaultValueAsString", .plain(.string("")))])]))
    #expect(empty.warnings == [] && empty.model.entity("E")?.attributes.first?.defaultValue == nil)
    #expect(empty.model.versionIdentifiers == [""])
  }

  private static let faults: [(String, HandMadeElements)] = {
    func attribute(_ type: Int64, _ key: String, _ value: PropertyList) -> HandMadeElements {
      made([Made.attribute(type, [(key, .plain(value))])])
    }
    func relationship(_ key: String, _ value: HandMadeElements.Setting) -> HandMadeElements {
      made([Made.relationship("r", to: "E", [(key, value)])])
    }
    func omitting(_ key: String) -> HandMadeElements {
      made([Made.attribute(700), Made.relationship("r", to: "E")]) { $0.omitted = [key] }
    }
    return [
      ("no package", omitting("_xd_rootPackage")),
      ("no entities", omitting("XDBucketForClassesstorage")),
      ("no names", omitting("_name")),
      ("no values", omitting("_default")),
      ("no stereotypes", omitting("XDBucketForStereotypesstorage")),
      ("entities that are a text", made([]) { $0.classes = .string("x") }),
      ("entities that lead nowhere", made([]) { $0.classes = .uid(9_999_999) }),
      ("packages in the package", made([]) { $0.packages = ["P"] }),
      ("an entity of another class", made([]) { $0.entities[0].className = "XDUMLClassImp" }),
      ("an entity twice", made([]) { $0.entities.append($0.entities[0]) }),
      ("a property of another class", made([Made.Property(name: "a", className: "XDPMProperty")])),
      ("a property without settings", made([Made.Property(name: "a")])),
      ("its own parent", made([]) { $0.entities[0].parents = ["E"] }),
      (
        "parents in a circle",
        made([]) {
          $0.entities[0].parents = ["F"]
          $0.entities.append(Made.Entity(name: "F", parents: ["E"]))
        }
      ),
      ("a parent that is nothing", made([]) { $0.entities[0].parents = ["Z"] }),
      (
        "two parents",
        made([]) {
          $0.entities += [Made.Entity(name: "F"), Made.Entity(name: "G")]
          $0.entities[0].parents = ["F", "G"]
        }
      ),
      ("a setting twice", made([]) { $0.entities[0].settings = [("k", .none), ("k", .none)] }),
      ("a type that is none", attribute(700, "XD_PAttK_attributeType", .integer(701))),
      ("a type below zero", attribute(700, "XD_PAttK_attributeType", .integer(-1))),
      ("a type that is a text", attribute(700, "XD_PAttK_attributeType", .string("700"))),
      ("a composite", made([Made.attribute(2100)])),
      ("no type, and stored", made([Made.attribute(0)])),
      ("a flag that is a text", attribute(700, "XD_PPSK_isOptional", .string("YES"))),
      ("a flag of 2", attribute(700, "XD_PPSK_isTransient", .integer(2))),
      ("a default that does not fit", attribute(100, "XD_PAttK_defaultValueAsString", .string("YES"))),
      ("a default that is a number", attribute(100, "XD_PAttK_defaultValueAsString", .integer(1))),
      ("a Date's default", attribute(900, "XD_PAttK_defaultValueAsString", .string("0"))),
      ("a Date's limit", attribute(900, "XD_PAttK_maxValueString", .string("0"))),
      ("a limit that is none", attribute(700, "XD_PAttK_minValueString", .string("nan"))),
      ("no destination", relationship("XD_PRK_destination", .none)),
      ("a destination that is nothing", relationship("XD_PRK_destination", .plain(.integer(3)))),
      ("an inverse that is an entity", relationship("XD_PRK_inverseRelationship", .entity("E"))),
      ("a count too large", relationship("XD_PRK_minCount", .plain(.integer(1 << 32)))),
      ("a count below zero", relationship("XD_PRK_minCount", .plain(.integer(-1)))),
      ("to-one of many", relationship("XD_PRK_maxCount", .plain(.integer(2)))),
      ("to-one without bound", relationship("XD_PRK_maxCount", .none)),
      ("to-many of one", relationship("XD_PRK_isToMany", .plain(.boolean(true)))),
      ("a delete rule that is none", relationship("XD_PRK_deleteRule", .plain(.integer(4)))),
      ("no delete rule", relationship("XD_PRK_deleteRule", .none)),
      ("a configuration of nothing", made([]) { $0.configurations = [("C", ["Z"])] }),
      (
        "a name in a constraint that is none",
        made([]) {
          $0.entities[0].settings = [("XDPMUniquenessConstraints", .plain(.integer(1)))]
        }
      ),
    ]
  }()

  @Test(arguments: faults.map(\.0)) func faultsAreRefused(_ fault: String) throws {
    let made = try #require(Self.faults.first { $0.0 == fault }?.1)
    let error = #expect(throws: ModelError.self) { try read(made) }
    guard case .unreadable("M.xcdatamodel/elements", nil, _) = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(error?.diagnostic.id.rawValue == "model.unreadable")
  }

  @Test func otherArchivesAreRefused() throws {
    let bytes = Self.made([Made.attribute(700)]).bytes()
    #expect(throws: ModelError.notAModel(path: "p")) {
      try ElementsModelReader.read(
        Self.made([]) { $0.rootClass = "NSManagedObjectModel" }.bytes(), name: "M", path: "p")
    }
    #expect(throws: ModelError.notAModel(path: "p")) {
      try ArchivedModelReader.read(bytes, name: "M", path: "p")
    }
    for length in stride(from: 0, to: bytes.count, by: 7) {
      #expect(throws: ModelError.self) {
        try ElementsModelReader.read(Array(bytes.prefix(length)), name: "M", path: "p")
      }
    }
    // A changed byte may leave a model; what counts is that it never ends otherwise.
    for place in stride(from: 0, to: bytes.count, by: 3) {
      var changed = bytes
      changed[place] ^= 0x15
      _ = try? ElementsModelReader.read(changed, name: "M", path: "p")
    }
  }

  /// Each the parent of the next. Asking each for its ancestors would take minutes.
  @Test(.timeLimit(.minutes(1))) func endlessInheritanceEnds() {
    let made = Made(
      entities: (0..<5_000).map { Made.Entity(name: "E\($0)", parents: $0 == 0 ? [] : ["E\($0 - 1)"]) })
    #expect(throws: ModelError.self) { try read(made) }
  }

  /// What everything refers to is large: looked through each time it would take minutes.
  @Test(.timeLimit(.minutes(1)), arguments: ["keys", "text"]) func sharedBulkEnds(_ what: String) {
    var made = Self.made(
      (0..<3_000).map { number in
        what == "keys"
          ? Made.relationship("r\(number)", to: "E", [("XD_PRK_destination", .shared)])
          : Made.attribute(700, [("XD_PAttK_defaultValueAsString", .shared)], name: "a\(number)")
      })
    made.shared =
      what == "keys"
      ? .dictionary((0..<100_000).map { .init("k\($0)", .integer(0)) } + [.init("_name", .string("E"))])
      : .string(String(repeating: "x", count: 1_000_000))
    let tooLarge = ModelError.unreadable(
      path: "M.xcdatamodel/elements", line: nil, reason: "it is larger than any model")
    #expect(throws: tooLarge) { try read(made) }
  }
}
