import Testing

/// What mapping files say is what comes about, whichever way rows, values and links have to go.
@Suite("Mapping rules")
struct MappingRuleTests {
  @Test("Rows go to the first rule that takes them; those that none takes need a consent")
  func partition() throws {
    let scene = try Scene.vehicles()
    let blocked = try scene.migrate(mapping: Scene.vehicleRules)
    #expect(blocked.status == 3)
    #expect(
      blocked.report.findings("plan.entity-dropped").map(\.line) == ["error plan.entity-dropped Vehicle [4]"])
    let done = try scene.migrate(mapping: Scene.vehicleRules, "--allow", "drop:Vehicle=1")
    #expect(done.status == 0, "\(done.story)")
    #expect(
      try scene.result(
        """
        SELECT m.Z_PK, Z_NAME, m.ZNAME, ZDOORS, ZGEARS, ZOWNER FROM ZMACHINE m JOIN Z_PRIMARYKEY p ON p.Z_ENT = m.Z_ENT
        ORDER BY m.Z_PK
        """) == ["1|Car|a|5|NULL|1", "2|Bike|b|NULL|7|1", "3|Car|c|5|NULL|NULL"])
    #expect(try scene.result("SELECT Z_PK, ZFAVOURITE FROM ZPERSON ORDER BY 1") == ["1|2", "2|NULL"])
    #expect(
      done.report.body.entities.map(\.line) == [
        "Person>Person 2 2 0 0 0", "Vehicle>Bike 1 1 0 0 0", "Vehicle>Car 2 2 0 0 0", "Vehicle>- 1 0 0 1 0",
      ])
  }

  @Test("A row that two rules take becomes two rows; lists come along to both where that is asked")
  func further() throws {
    let scene = try Scene(
      [
        """
        Brew: title, notes, tags >> Tag/brews, shots >>> Shot/brew
        Tag: name, brews >> Brew/tags
        Shot: grams double, brew > Brew/shots
        """,
        """
        Brew: title, tags >> Tag/brews, shots >>> Shot/brew
        Journal: text, tags >> Tag/entries, brew > Brew
        Tag: name, brews >> Brew/tags, entries >> Journal/tags
        Shot: grams double, brew > Brew/shots
        """,
      ],
      rows: """
        Brew 1 title='a' notes='n1'
        Brew 2 title='b'
        Brew 5 title='c' notes='n5'
        Tag 1 name='x'
        Tag 2 name='y'
        Brew 1 tags>1
        Brew 1 tags>2
        Brew 5 tags>2
        Shot 1 grams=1.5 brew=1 brew@=2048
        Shot 2 grams=2.5 brew=1 brew@=1024
        """)
    let done = try scene.migrate(
      mapping: """
        steps:
          - entities:
              - name: Journal
                from: Brew
                where: notes IS NOT NULL
                set: { text: notes }
                connect: { brew: objectID, tags: tags }
        """)
    #expect(done.status == 0, "\(done.story)")
    #expect(try scene.result("SELECT Z_PK, ZTEXT, ZBREW FROM ZJOURNAL ORDER BY 1") == ["1|n1|1", "5|n5|5"])
    #expect(try scene.result("SELECT Z_1BREWS, Z_4TAGS FROM Z_1TAGS ORDER BY 1, 2") == ["1|1", "1|2", "5|2"])
    #expect(
      try scene.result("SELECT Z_2ENTRIES, Z_4TAGS1 FROM Z_2TAGS ORDER BY 1, 2") == ["1|1", "1|2", "5|2"])
    #expect(
      try scene.result("SELECT Z_PK, ZBREW, Z_FOK_BREW FROM ZSHOT ORDER BY Z_FOK_BREW").first?.hasPrefix(
        "2|1") == true)
    #expect(done.report.body.relationships.first { $0.name == "tags" }?.line == "Brew.tags 3 3 0 0 0")
  }

  @Test("Links lead to what their rows have become, also where a rule puts that elsewhere")
  func retargeted() throws {
    let scene = try Scene(
      [
        "Book: title\nReview: text, book > Book",
        "Edition: title\nReview: text, edition<book > Edition",
      ],
      rows: "Book 1 title='a'\nBook 9 title='b'\nReview 1 text='r' book=9\nReview 2 text='s'")
    let done = try scene.migrate(mapping: "steps:\n  - entities: [{ name: Edition, from: Book }]")
    #expect(done.status == 0, "\(done.story)")
    #expect(try scene.result("SELECT Z_PK, ZEDITION FROM ZREVIEW ORDER BY 1") == ["1|9", "2|NULL"])
  }

  @Test("A link is made by what SQL finds; what leads nowhere stands in the way")
  func joined() throws {
    let scene = try Scene(
      [
        "City: code, name\nPerson: name, cityCode",
        "City: code, name, people >> Person/city\nPerson: name, city > City/people",
      ],
      rows: """
        City 3 code='B' name='Bern'
        City 4 code='G' name='Genf'
        Person 1 name='a' cityCode='G'
        Person 2 name='b' cityCode='B'
        Person 3 name='c'
        Person 4 name='d' cityCode='X'
        """)
    let done = try scene.migrate(
      mapping: """
        steps:
          - entities:
              - name: Person
                connect: { city: '(SELECT objectID FROM City WHERE code = cityCode)' }
        """)
    #expect(done.status == 0, "\(done.story)")
    #expect(
      try scene.result("SELECT Z_PK, ZCITY FROM ZPERSON ORDER BY 1") == ["1|4", "2|3", "3|NULL", "4|NULL"])
    let blocked = try scene.migrate(
      mapping: "steps:\n  - entities: [{ name: Person, connect: { city: 'objectID + 2 - 0' } }]",
      to: "Other.sqlite")
    #expect(blocked.status == 3)
    #expect(blocked.report.findings("mapping.link-unfit").map(\.oldKeys) == [[3, 4]])
  }

  @Test(
    "Of an entity with subentities the rule's rows alone are taken, and links know whose rows they lead to")
  func subentities() throws {
    let scene = try Scene(
      [
        "Item: name\nBook(Item): pages int\nShelf: top > Item, label",
        "Item: name\nBook(Item): pages int, label\nShelf: top > Item, label",
      ],
      rows: """
        Item 1 name='i'
        Book 2 name='b' pages=7
        Shelf 1 top=1 label='p'
        Shelf 2 top=2 label='q'
        """)
    let done = try scene.migrate(
      mapping: "steps:\n  - entities: [{ name: Book, set: { label: 'name || pages' } }]")
    #expect(done.status == 0, "\(done.story)")
    #expect(
      try scene.result("SELECT Z_PK, Z_ENT, ZNAME, ZPAGES, ZLABEL FROM ZITEM ORDER BY 1")
        == ["1|1|i|NULL|NULL", "2|2|b|7|b7"])
    #expect(try scene.result("SELECT ZTOP, Z1_TOP FROM ZSHELF ORDER BY 1") == ["1|1", "2|2"])
    #expect(!done.report.has("source.link-entity-stale"))
  }

  @Test("A default for what is missing leaves every value that is there, and asks for no consent")
  func defaultsKeepValues() throws {
    let scene = try Scene(["A: t, n int", "A: u!<t, n int"], rows: "A 1 t='5'\nA 2 n=1")
    let done = try scene.migrate(mapping: "steps:\n  - defaults: { A.u: \"'none'\" }")
    #expect(done.status == 0, "\(done.story)")
    #expect(try scene.result("SELECT Z_PK, ZU, ZN FROM ZA ORDER BY 1") == ["1|5|NULL", "2|none|1"])
    #expect(done.report.findings("plan.attribute-dropped").isEmpty)
  }

  @Test("Two entities are joined into one: keys move apart, links follow, what one lacks is said")
  func joinedEntities() throws {
    let scene = try Scene(
      [
        """
        Film: title, year int
        Show: name, seasons int
        Ticket: film > Film
        Rerun: show > Show
        """,
        """
        Title: name!, year int, kind!, seasons int
        Ticket: title<film > Title
        Rerun: title<show > Title
        """,
      ],
      rows: """
        Film 1 title='f' year=1999
        Film 2 title='g'
        Show 1 name='s' seasons=3
        Ticket 1 film=2
        Rerun 1 show=1
        """)
    let done = try scene.migrate(
      mapping: """
        steps:
          - entities:
              - { name: Title, from: Film, set: { name: title, kind: "'film'" } }
              - { name: Title, from: Show, set: { kind: "'show'" } }
        """)
    #expect(done.status == 0, "\(done.story)")
    #expect(
      try scene.result("SELECT ZNAME, ZKIND, ZYEAR, ZSEASONS FROM ZTITLE ORDER BY ZNAME")
        == ["f|film|1999|NULL", "g|film|NULL|NULL", "s|show|NULL|3"])
    #expect(try scene.result("SELECT t.ZNAME FROM ZTICKET k JOIN ZTITLE t ON t.Z_PK = k.ZTITLE") == ["g"])
    #expect(try scene.result("SELECT t.ZNAME FROM ZRERUN k JOIN ZTITLE t ON t.Z_PK = k.ZTITLE") == ["s"])
  }

  @Test("What further rows carry on is not lost; what they carry for some rows only is lost for the others")
  func carriedByFurtherRows() throws {
    let scene = try Scene(
      ["A: x, y", "A: x\nB: y"], rows: "A 1 x='a' y='p'\nA 2 x='b' y='q'\nA 3 x='c'")
    let done = try scene.migrate(mapping: "steps: [{ entities: [{ name: B, from: A }] }]")
    #expect(done.status == 0, "\(done.story)")
    #expect(try scene.result("SELECT Z_PK, ZY FROM ZB ORDER BY 1") == ["1|p", "2|q", "3|NULL"])
    let blocked = try scene.migrate(
      mapping: "steps: [{ entities: [{ name: B, from: A, where: objectID < 2 }] }]", to: "Other.sqlite")
    #expect(blocked.status == 3)
    #expect(
      blocked.report.problems == ["error plan.attribute-dropped A.y [2]"])
  }

  @Test("A store that is past every step is migrated without them, and is told so")
  func behind() throws {
    let scene = try Scene(["A: x", "A: x"], rows: "A 1 x='a'")
    let done = try scene.migrate(
      mapping: "steps: [{ entities: [{ name: A, set: { x: \"'changed'\" } }] }]", "--model-version", "V1")
    #expect(done.status == 0, "\(done.story)")
    #expect(done.report.has("steps.behind"))
    #expect(try scene.result("SELECT ZX FROM ZA") == ["a"])
  }

  @Test("What only another entity's rule reads counts as carried over too")
  func readElsewhere() throws {
    let scene = try Scene(
      ["A: x, code\nB: code, name", "A: x, name\nB: code"],
      rows: "A 1 x='a' code='q'\nB 1 code='q' name='found'")
    let done = try scene.migrate(
      mapping: """
        steps:
          - entities: [{ name: A, set: { name: '(SELECT b.name FROM B AS b WHERE b.code = "A".code)' } }]
        """)
    #expect(done.status == 0, "\(done.story)")
    #expect(try scene.result("SELECT ZNAME FROM ZA") == ["found"])
  }

  @Test("Further rows of a whole hierarchy lie in one table: links lead to any of them")
  func hierarchy() throws {
    let scene = try Scene(
      [
        "Car: maker, plate\nSportCar(Car): speed int",
        "Car: plate, createdBy > Maker/cars\nSportCar(Car): speed int\nMaker: name!, cars >> Car/createdBy",
      ],
      rows: """
        SportCar 1 maker='F' plate='s1' speed=9
        Car 2 maker='V' plate='c2'
        Car 3 maker='F' plate='c3'
        SportCar 4 maker='V' plate='s4'
        Car 5 plate='c5'
        """)
    let maker = "(SELECT min(c.objectID) FROM Car AS c WHERE c.maker = \"%\".maker)"
    func rule(_ entity: String) -> String {
      let first = maker.replacing("%", with: entity)
      return """
            - { name: \(entity), from: \(entity), connect: { createdBy: '\(first)' } }
            - { name: Maker, from: \(entity), where: 'objectID = \(first)', set: { name: maker } }

        """
    }
    let done = try scene.migrate(
      mapping: "steps:\n  - entities:\n" + rule("Car") + rule("SportCar"))
    #expect(done.status == 0, "\(done.story)")
    #expect(try scene.result("SELECT Z_PK, ZNAME FROM ZMAKER ORDER BY 1") == ["1|F", "2|V"])
    #expect(
      try scene.result("SELECT Z_PK, ZCREATEDBY FROM ZCAR ORDER BY 1")
        == ["1|1", "2|2", "3|1", "4|2", "5|NULL"])
  }
}
