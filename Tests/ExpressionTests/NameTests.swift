import CoreDataModel
import CoreDataStore
import SQLite
import Testing

@testable import Expressions

@Suite("Names of views and columns")
struct NameTests {
  private static func entity(_ name: String, _ attributes: [String], under parent: String? = nil)
    -> EntityDescription
  {
    var entity = EntityDescription(name: name)
    entity.superentity = parent
    entity.attributes = attributes.map { AttributeDescription(name: $0, type: .string) }
    return entity
  }

  @Test("Of names that SQLite takes for one, none keeps its own")
  func clashes() throws {
    let model = try ManagedObjectModel(
      name: "M",
      entities: [
        Self.entity("A", ["name", "Name", "title", "objectId"]), Self.entity("B", ["x"]),
        Self.entity("b", ["x"], under: "A"),
      ])
    let compiler = try ExpressionCompiler(model: model)
    #expect(compiler.error("title", over: "A") == nil)
    #expect(
      compiler.error("name", over: "A") == .ambiguousName("name", alternatives: ["Name~1", "name~2"]))
    #expect(
      compiler.error("\"A\".NAME", over: "A") == .ambiguousName("NAME", alternatives: ["Name~1", "name~2"]))
    #expect(
      compiler.error("objectid", over: "A")
        == .ambiguousName("objectid", alternatives: ["objectID~1", "objectId~2"]))
    #expect(
      compiler.error("(SELECT x FROM B)", over: "A") == .ambiguousName("B", alternatives: ["B~1", "b~2"]))
    #expect(
      try compiler.compile("\"name~2\" || \"objectId~2\"", over: "A").properties
        == [PropertyKey("A", "name"), PropertyKey("A", "objectId")])
    #expect(try compiler.compile("\"objectID~1\"", over: "A").properties == [])
    #expect(try compiler.compile("(SELECT x FROM \"b~2\")", over: "b").properties == [PropertyKey("b", "x")])
    #expect(try compiler.compile("x", over: "B").properties == [PropertyKey("B", "x")])
  }

  @Test("A view that bears a table's name stands before no table")
  func tableNames() throws {
    // The table of `Book` is `ZBOOK`; that of the entity `ZBOOK` is `ZZBOOK`.
    let model = try ManagedObjectModel(
      name: "M", entities: [Self.entity("Book", ["title"]), Self.entity("ZBOOK", ["ztitle"])])
    let layout = FreshLayout.layout(of: model)
    let connection = try Connection(path: ":memory:", mode: .create)
    for table in StoreSchema(layout: layout, era: SchemaEra(frameworkVersion: 1400)).tables {
      try connection.execute(table)
    }
    try connection.execute("INSERT INTO ZBOOK (Z_PK, Z_ENT, ZTITLE) VALUES (1, 1, 'book')")
    try connection.execute("INSERT INTO ZZBOOK (Z_PK, Z_ENT, ZZTITLE) VALUES (7, 2, 'other')")
    try SourceViews(layout: layout).create(on: connection)
    #expect(try connection.rows("SELECT objectID, title FROM \"Book\"") == [[.integer(1), .text("book")]])
    #expect(try connection.rows("SELECT objectID, ztitle FROM \"ZBOOK\"") == [[.integer(7), .text("other")]])
  }

  @Test("Leaves of composite attributes, letters of other scripts, no column for what is not stored")
  func columns() throws {
    var place = AttributeDescription(name: "place", type: .composite)
    place.compositeElements = [.init(name: "lat", type: .double), .init(name: "lon", type: .double)]
    var gone = AttributeDescription(name: "gone", type: .string)
    gone.isTransient = true
    var entity = Self.entity("Straße", ["größe"])
    entity.attributes += [place, gone]
    let compiler = try ExpressionCompiler(model: ManagedObjectModel(name: "M", entities: [entity]))
    #expect(
      try compiler.compile("größe || \"place.lat\"", over: "Straße").properties
        == [PropertyKey("Straße", "größe"), PropertyKey("Straße", "place.lat")])
    #expect(compiler.error("gone", over: "Straße") == .invalid(message: "no such column: gone", offset: 0))
    #expect(compiler.error("place", over: "Straße") != nil)
  }

  /// No model that is read has such names, but a view must not depend on that.
  @Test("Quotes in names stay in them")
  func quotes() throws {
    let view = SourceView(
      name: "a\"b", columns: [.init(name: "x\"; DROP TABLE t; --", property: nil, expression: "1")],
      relationship: nil, source: "(SELECT 1)")
    let connection = try Connection(path: ":memory:", mode: .create)
    try connection.execute(view.createStatement)
    #expect(try connection.rows("SELECT \"x\"\"; DROP TABLE t; --\" FROM \"a\"\"b\"") == [[.integer(1)]])
  }
}
