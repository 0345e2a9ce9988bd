import Testing

/// Field cases that a mapping file answers.
@Suite("Field cases: mapping files", .enabled(if: Places.haveCases, "needs ../shared"))
struct CasesMappingTests {
  private func write(_ text: String, for workshop: Workshop) throws -> [String] {
    try workshop.scratch.write("version: 1\n" + text, to: "in/Map.yaml")
    return ["--mapping", workshop.input("Map.yaml")]
  }

  @Test(
    "A mandatory attribute without default gets its value from a mapping file, and the same command goes through"
  )
  func missingValue() throws {
    let workshop = try FieldCase("C08").workshop
    let target = ["--model-version", "Cats 3"]
    let blocked = try workshop.migrate("Cats.sqlite", "Cats.xcdatamodeld", options: target)
    #expect(blocked.status == 3)
    #expect(blocked.report.problems == ["error plan.value-missing Cat.chip [1, 2, 3, 4]"])
    let mapping = try write("steps: [{ defaults: { Cat.chip: \"'chip ' || objectID\" } }]", for: workshop)
    let done = try workshop.migrate("Cats.sqlite", "Cats.xcdatamodeld", options: target + mapping)
    #expect(done.status == 0, "\(done.story)")
    #expect(try workshop.texts("SELECT ZCHIP FROM ZCAT ORDER BY Z_PK") == (1...4).map { "chip \($0)" })
  }

  @Test("What is dropped may be written down, and a value that inference drops may be carried elsewhere")
  func dropped() throws {
    let workshop = try FieldCase("C10").workshop
    let target = ["--model-version", "Shop 2"]
    let mapping = try write("steps: [{ drop: [Obsolete, Order.bar] }]", for: workshop)
    let done = try workshop.migrate("Shop.sqlite", "Shop.xcdatamodeld", options: target + mapping)
    #expect(done.status == 0, "\(done.story)")
    #expect(done.report.covered == ["drop:Obsolete": 1, "drop:Order.bar": 2])
    let carried = try write(
      "steps: [{ entities: [{ name: Order, set: { bar: 'coalesce(foo, bar)' } }], drop: [Obsolete] }]",
      for: workshop)
    let again = try workshop.migrate(
      "Shop.sqlite", "Shop.xcdatamodeld", options: target + carried, to: "Again.sqlite")
    #expect(again.status == 0, "\(again.story)")
    #expect(again.report.covered == ["drop:Obsolete": 1])
    #expect(
      try workshop.texts("SELECT ZBAR FROM ZORDER ORDER BY Z_PK", in: "Again.sqlite").first == "was foo")
  }
}
