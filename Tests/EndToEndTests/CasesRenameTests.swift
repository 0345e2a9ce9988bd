import SQLite
import Testing

@Suite("Field cases: renaming", .enabled(if: Places.haveCases, "needs ../shared"))
struct CasesRenameTests {
  struct Run: CustomTestStringConvertible {
    let number: Int
    let store, target: String
    let metaEntity, metaTable, metaText: String
    let needsConsent: Bool
    var testDescription: String { "\(store) to \(target)" }
  }

  static let runs = [
    Run(
      number: 0, store: "Shop.sqlite", target: "Shop 2", metaEntity: "MetaData", metaTable: "ZMETADATA",
      metaText: "value", needsConsent: true),
    Run(
      number: 1, store: "Shop.sqlite", target: "Shop 3", metaEntity: "Meta", metaTable: "ZMETA",
      metaText: "text",
      needsConsent: true),
    Run(
      number: 2, store: "Shop2.sqlite", target: "Shop 3", metaEntity: "Meta", metaTable: "ZMETA",
      metaText: "text",
      needsConsent: false),
  ]

  @Test("Entities and properties follow their renaming identifiers", arguments: runs)
  func renaming(run: Run) throws {
    let field = try FieldCase("C10")
    let workshop = field.workshop
    let expect = field.expect["runs"].list[run.number]
    #expect(expect["store"].string == run.store)
    let target = ["--model-version", run.target]
    if run.needsConsent {
      let blocked = try workshop.migrate(run.store, "Shop.xcdatamodeld", options: target)
      #expect(blocked.status == 3)
      #expect(
        blocked.report.problems == [
          "error plan.attribute-dropped Order.bar [1, 2]", "error plan.entity-dropped Obsolete [1]",
        ])
    }
    let consents = run.needsConsent ? ["--allow", "drop:Obsolete", "--allow", "drop:Order.bar"] : []
    let done = try workshop.migrate(run.store, "Shop.xcdatamodeld", options: target + consents)
    #expect(done.status == 0)
    #expect(done.report.problems == [])
    #expect(done.report.covered == (run.needsConsent ? ["drop:Obsolete": 1, "drop:Order.bar": 2] : [:]))

    let tables = [
      run.metaEntity: run.metaTable, "Order": "ZORDER", "Contact": "ZCONTACT", "Address": "ZADDRESS",
    ]
    #expect(try workshop.counts(tables) == expect["counts"].members.compactMapValues(\.integer))
    for order in expect["Order"].list {
      let key = order["oldPK"].integer ?? 0
      let found = try workshop.objects(
        ["oldPK", "first", "last", "bar", "total", "buyer"],
        """
        SELECT o.Z_PK, o.ZFIRST, o.ZLAST, o.ZBAR, o.ZTOTAL, c.ZNAME
        FROM ZORDER o LEFT JOIN ZCONTACT c ON c.Z_PK = o.ZBUYER WHERE o.Z_PK = \(key)
        """)
      #expect(JSON.list(found).matches(.list([order.stored(without: ["metaData"])])))
      let keys = try workshop.texts("SELECT ZKEY FROM \(run.metaTable) WHERE ZORDER = \(key) ORDER BY ZKEY")
      #expect(keys == order["metaData"].list.compactMap(\.string))
    }
    let metas = try workshop.objects(
      ["key", run.metaText, "anchorKey", "order"],
      "SELECT ZKEY, Z\(run.metaText.uppercased()), ZANCHORKEY, ZORDER FROM \(run.metaTable) ORDER BY ZKEY")
    #expect(!metas.isEmpty)
    #expect(JSON.list(metas).matches(expect[run.metaEntity]))
    try field.checkInputs()
  }
}
