import Testing

/// What mapping files may not say, and what stands in the way of what they say.
@Suite("Faults of mapping files")
struct MappingFaultTests {
  @Test("SQL that does not compile is a fault of the file, with its place")
  func faults() throws {
    let scene = try Scene(["A: t", "A: t, x"], rows: "A 1 t='5'")
    let refused = try scene.migrate(
      mapping: """
        steps:
          - entities:
              - name: A
                set:
                  x: t || nope
        """)
    #expect(refused.status == 64)
    let finding = try #require(refused.report.findings("mapping.expression").first)
    #expect(finding.summary.contains("Map.yaml, line 6, column 14, steps[0].entities[0].set.x"))
    let clock = try scene.migrate(mapping: "steps:\n  - entities: [{ name: A, set: { x: random() } }]")
    #expect(clock.status == 64)
    let failing = try scene.migrate(
      mapping: "steps:\n  - entities: [{ name: A, set: { x: \"uuidtext(t)\" } }]")
    #expect(failing.status == 3)
    #expect(failing.report.has("mapping.expression-failed"))
  }

  @Test("Values that an attribute cannot hold stand in the way; nothing is guessed")
  func unfit() throws {
    let scene = try Scene(
      ["A: t, n int", "A: t, n int, d date, u uuid, b bool, s int16"],
      rows: "A 1 t='5' n=40000\nA 2 t='x' n=1")
    let blocked = try scene.migrate(
      mapping: """
        steps:
          - entities: [{ name: A, set: { d: t, u: t, b: n, s: n } }]
        """)
    #expect(blocked.status == 3)
    #expect(
      blocked.report.findings("mapping.value-unfit").map(\.line).sorted() == [
        "error mapping.value-unfit A.b [1]", "error mapping.value-unfit A.d [1, 2]",
        "error mapping.value-unfit A.s [1]", "error mapping.value-unfit A.u [1, 2]",
      ])
  }

  @Test("A key of SQL is that of a row of one table; a file that is not there is no mapping file")
  func unclear() throws {
    let scene = try Scene(
      ["A: x\nB: x\nD: x", "C: x\nD: x, c > C"], rows: "A 1 x='a'\nB 1 x='b'\nD 1 x='d'")
    let refused = try scene.migrate(
      mapping: "steps: [{ entities: [{ name: C, from: [A, B] }, { name: D, connect: { c: '1 + 0' } }] }]")
    #expect(refused.status == 64)
    #expect(refused.report.problems == ["error mapping.connect-unclear C []"])
    let missing = try scene.migrate(mapping: nil, "--mapping", scene.workshop.input("Nowhere.yaml"))
    #expect(missing.status == 64)
    #expect(missing.report.problems == ["error mapping.unreadable  []"])
  }

  @Test("A mapping model between versions that nobody gave is refused; one between those given is translated")
  func mappingModel() throws {
    let scene = try Scene(["A: x", "A: x, y! = z"], rows: "A 1 x='a'")
    func write(_ source: String) throws -> String {
      try scene.workshop.scratch.write(
        """
        <?xml version="1.0"?>
        <database>
          <object type="XDDEVMAPPINGMODEL" id="z1">
            <attribute name="sourcemodelpath" type="string">M.xcdatamodeld/\(source).xcdatamodel</attribute>
            <attribute name="destinationmodelpath" type="string">M.xcdatamodeld/V2.xcdatamodel</attribute>
            <relationship name="entitymappings" type="0/0" destination="XDDEVENTITYMAPPING" idrefs="z2"></relationship>
          </object>
          <object type="XDDEVENTITYMAPPING" id="z2">
            <attribute name="mappingtypename" type="string">Undefined</attribute>
            <attribute name="mappingnumber" type="int16">1</attribute>
            <attribute name="sourcename" type="string">A</attribute>
            <attribute name="destinationname" type="string">A</attribute>
            <attribute name="autogenerateexpression" type="bool">1</attribute>
            <relationship name="mappingmodel" type="1/1" destination="XDDEVMAPPINGMODEL" idrefs="z1"></relationship>
          </object>
        </database>
        """, to: "in/\(source).xcmappingmodel/xcmapping.xml")
      return scene.workshop.input("\(source).xcmappingmodel")
    }
    let refused = try scene.migrate(mapping: nil, "--mapping", write("V7"))
    #expect(refused.status == 64)
    #expect(refused.report.problems == ["error mapping.model-versions  []"])
    let done = try scene.migrate(mapping: nil, "--mapping", write("V1"), "--allow", "drop:A.x")
    #expect(done.status == 0 || done.report.has("plan.value-missing"), "\(done.story)")
  }

  @Test(
    "The same links said of both ends of a relationship are said twice: one end is enough, the other may be NULL"
  )
  func bothEnds() throws {
    let scene = try Scene(
      [
        "Car: owner > Person/cars\nPerson: name, cars >> Car/owner",
        """
        Car: owner > Person/cars, former >> Person/formerCars
        Person: name, cars >> Car/owner, formerCars >> Car/former
        """,
      ],
      rows: "Person 1 name='p'\nCar 1 owner=1\nCar 2 owner=1\nCar 3")
    func map(_ former: String) -> String {
      """
      steps:
        - entities:
            - { name: Car, connect: { former: \(former) } }
            - { name: Person, connect: { formerCars: cars } }
      """
    }
    let refused = try scene.migrate(mapping: map("owner"))
    #expect(refused.status == 64)
    #expect(refused.report.problems == ["error mapping.connect-unclear Car.former []"])
    for nothing in ["NULL", "(NULL)"] {
      let done = try scene.migrate(mapping: map(nothing), to: "\(nothing.count).sqlite")
      #expect(done.status == 0, "\(done.story)")
      #expect(
        try scene.result(
          "SELECT Z_1FORMERCARS, Z_2FORMER FROM Z_1FORMER ORDER BY 1", in: "\(nothing.count).sqlite")
          == ["1|1", "2|1"])
    }
  }

  @Test("A mapping file is nothing that a report may replace")
  func sideFiles() throws {
    let scene = try Scene(["A: x", "A: x, y"], rows: "A 1 x='a'")
    try scene.workshop.scratch.write(
      #"{"version": "1", "steps": [{"entities": [{"name": "A", "set": {"y": "x"}}]}]}"#, to: "in/map.json")
    let mapping = scene.workshop.input("map.json")
    let run = try Program.run([
      scene.workshop.input(Scene.store), "--model", scene.workshop.input(Scene.bundle), "--output",
      scene.workshop.output(), "--json", "--mapping", mapping, "--report", mapping,
    ])
    #expect(run.status == 64)
    #expect(try Report(text: run.output).problems == ["error side-file.taken  []"])
    #expect(try scene.workshop.scratch.text("in/map.json").hasPrefix("{"))
  }
}
