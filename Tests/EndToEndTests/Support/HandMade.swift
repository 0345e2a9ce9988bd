import Foundation
import SQLite
import Testing

/// A store and the two versions of its model in few words, for what no fixture's model has.
///
/// The bundle's versions are `V1`, which the store is of, and `V2`, the one to go to.
struct HandMade {
  struct Entity {
    let number: Int64
    let name: String
    let parent: Int64

    init(_ number: Int64, _ name: String, below parent: Int64 = 0) {
      self.number = number
      self.name = name
      self.parent = parent
    }
  }

  static let store = "Store.sqlite"
  static let model = "Model.xcdatamodeld"
  let workshop: Workshop

  /// - Parameters:
  ///   - schema: makes the entity tables and their rows.
  ///   - isRecognised: whether the store has the hashes of `V1`; else they are of nothing, and the version must
  ///     be named.
  ///   - encoding: of texts.
  init(
    _ first: String, _ second: String, entities: [Entity], schema: String, isRecognised: Bool = false,
    encoding: String = "UTF-8"
  ) throws {
    workshop = try Workshop()
    for (version, text) in [("V1", first), ("V2", second)] {
      try workshop.scratch.write(Self.contents(text), to: "in/\(Self.model)/\(version).xcdatamodel/contents")
    }
    let current = try PropertyListSerialization.data(
      fromPropertyList: ["_XCCurrentVersionName": "V2.xcdatamodel"], format: .xml, options: 0)
    try workshop.scratch.write(Array(current), to: "in/\(Self.model)/.xccurrentversion")

    let connection = try Connection(path: workshop.input(Self.store), mode: .create)
    try connection.execute(
      """
      PRAGMA encoding = '\(encoding)';
      CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
      CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
      CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB);
      """ + schema)
    for entity in entities {
      _ = try connection.rows(
        "INSERT INTO Z_PRIMARYKEY VALUES (?, ?, ?, ?)",
        [
          .integer(entity.number), .text(Array(entity.name.utf8)), .integer(entity.parent),
          .integer(entity.parent == 0 ? 100_000 : 0),
        ])
    }
    var hashes = Dictionary(
      uniqueKeysWithValues: entities.map { ($0.name, Data(repeating: 0x30, count: 32)) })
    if isRecognised { hashes = try Self.hashes(workshop.input(Self.model)) }
    let metadata: [String: Any] = [
      "NSStoreModelVersionHashes": hashes, "NSStoreModelVersionHashesVersion": 3,
      "NSStoreModelVersionIdentifiers": [""], "NSStoreType": "SQLite",
      "NSPersistenceFrameworkVersion": 1251, "_NSAutoVacuumLevel": "2",
    ]
    let list = try PropertyListSerialization.data(fromPropertyList: metadata, format: .binary, options: 0)
    _ = try connection.rows(
      "INSERT INTO Z_METADATA VALUES (1, '11111111-2222-3333-4444-555555555555', ?)", [.blob(Array(list))])
    try connection.execute("PRAGMA journal_mode = WAL")
    try connection.close()
  }

  /// Goes from `V1` to `V2`, with `V1` named.
  func migrate(_ options: String..., sourceLocation: SourceLocation = #_sourceLocation) throws
    -> Workshop.Import
  {
    try workshop.migrate(
      Self.store, Self.model, options: ["--source-version", "V1"] + options, sourceLocation: sourceLocation)
  }

  /// The same words for a run that the workshop does not judge.
  func arguments(_ options: String...) -> [String] {
    [
      workshop.input(Self.store), "--model", workshop.input(Self.model), "--source-version", "V1", "--output",
      workshop.output(), "--json",
    ] + options
  }

  /// What the program itself says the hashes of `V1` are.
  private static func hashes(_ model: String) throws -> [String: Data] {
    let run = try Program.run(["model", "hash", model, "--model-version", "V1"])
    try #require(run.status == 0)
    var hashes: [String: Data] = [:]
    for line in run.output.split(separator: "\n") {
      let words = line.split(separator: " ")
      // A mark behind the name says that the hash is not proven.
      guard words.count >= 2, words[0].count == 64 else { continue }
      let digits = Array(words[0])
      hashes[String(words[1])] = Data(
        stride(from: 0, to: 64, by: 2).compactMap { UInt8(String(digits[$0...($0 + 1)]), radix: 16) })
    }
    return hashes
  }

  static func contents(_ entities: String) -> String {
    #"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#
      + #"<model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" "#
      + #"lastSavedToolsVersion="22758" systemVersion="23F79" minimumToolsVersion="Automatic" "#
      + #"sourceLanguage="Swift" userDefinedModelVersionIdentifier="">"# + entities + "</model>"
  }

  static func entity(_ name: String, _ more: String = "", _ elements: String...) -> String {
    #"<entity name="\#(name)" representedClassName="\#(name)" syncable="YES" \#(more)>"# + elements.joined()
      + "</entity>"
  }

  /// An optional one, unless `more` says otherwise.
  static func attribute(_ name: String, _ more: String = "", type: String = "String") -> String {
    let optional = more.contains("optional=") ? "" : #"optional="YES""#
    return #"<attribute name="\#(name)" attributeType="\#(type)" \#(optional) \#(more)/>"#
  }

  static func relationship(
    _ name: String, _ destination: String, inverse: String, isToMany: Bool = false, _ more: String = ""
  ) -> String {
    #"<relationship name="\#(name)" destinationEntity="\#(destination)" deletionRule="Nullify" "#
      + #"optional="YES" \#(isToMany ? #"toMany="YES""# : #"maxCount="1""#) inverseName="\#(inverse)" "#
      + #"inverseEntity="\#(destination)" \#(more)/>"#
  }

  /// A to-one without an inverse.
  static func oneWay(_ name: String, _ destination: String) -> String {
    #"<relationship name="\#(name)" destinationEntity="\#(destination)" deletionRule="Nullify" "#
      + #"optional="YES" maxCount="1"/>"#
  }

  static func unique(_ property: String) -> String {
    "<uniquenessConstraints><uniquenessConstraint><constraint value=\"\(property)\"/>"
      + "</uniquenessConstraint></uniquenessConstraints>"
  }

  static func index(_ name: String, on property: String) -> String {
    "<fetchIndex name=\"\(name)\"><fetchIndexElement property=\"\(property)\" type=\"Binary\" "
      + "order=\"ascending\"/></fetchIndex>"
  }
}
