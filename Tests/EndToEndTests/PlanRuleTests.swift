import Testing

@Suite("Plan: with the rules of a mapping file")
struct PlanRuleTests {
  @Test("Values that rules set, with the rule's line; what a rule reads is no loss")
  func values() throws {
    let scene = try Scene(
      [
        "Brew: notes, first, last, state int, origin, rating int",
        "Brew: tastingNotes!, brewingNotes!, name, status!, origin!, rating int",
      ],
      rows: "Brew 1 notes='sweet' rating=4 state=1\nBrew 2 rating=1 first='a' origin='x'\nBrew 7 notes=''")
    let plan = try scene.plan(
      mapping: """
        steps:
          - entities:
              - name: Brew
                set:
                  tastingNotes: coalesce(notes, '')
                  brewingNotes: "''"
                  name: first || last
                values:
                  status: { from: state, map: { "1": new }, default: other }
            defaults: { Brew.origin: "'unknown'" }
        """, status: 0)
    #expect(plan.entities == ["Brew -> Brew 3 kept"])
    #expect(
      plan.changes == [
        "Brew.first -> - 3 by-rule", "Brew.last -> - 3 by-rule", "Brew.notes -> Brew.tastingNotes 3 by-rule",
        "Brew.origin -> Brew.origin 3 by-rule", "Brew.state -> Brew.status 3 by-rule",
        "- -> Brew.brewingNotes 3 by-rule", "- -> Brew.name 3 by-rule",
      ])
    #expect(plan.text.contains("kept: same name; Map.yaml, line 4"))
    #expect(plan.text.contains("by-rule -> tastingNotes: set: Map.yaml, line 6"))
    #expect(plan.text.contains("by-rule -> status: by a table of values: Map.yaml, line 10"))
    #expect(plan.text.contains("by-rule: rows without a value get a default: Map.yaml,"))
    #expect(plan.body["steps"].list.first?["mapping"].string == "Map.yaml")
    #expect(plan.body["steps"].list.first?["how"].string == "mapping file")
  }

  @Test("Rows of one entity that become rows of several, and rows that no rule takes")
  func partition() throws {
    let scene = try Scene.vehicles()
    let plan = try scene.plan(mapping: Scene.vehicleRules, status: 3)
    #expect(plan.obstacles == ["plan.entity-dropped Vehicle 1 [4]"])
    #expect(
      plan.entities == [
        "Person -> Person 2 kept", "Vehicle -> - 1 dropped", "Vehicle -> Bike 1 split",
        "Vehicle -> Car 2 split",
        "- -> Machine 0 new",
      ])
    #expect(plan.changes.contains("Vehicle.wheels -> Car.doors 2 by-rule"))
    #expect(plan.text.contains("dropped: no rule of the mapping file takes these rows"))
    #expect(plan.text.contains("split -> Car: Map.yaml, line 4, by its condition; its"))
    let agreed = try scene.plan(mapping: Scene.vehicleRules, "--allow", "drop:Vehicle=1", status: 0)
    #expect(agreed.entities == plan.entities)
  }

  @Test("A relationship that becomes an entity: rows that stay, and further rows of them")
  func further() throws {
    let scene = try Scene(
      [
        """
        Author: name, books >> Book/author
        Book: title, author > Author/books
        """,
        """
        Author: name, contributions >> Contribution/author
        Book: title, contributions >> Contribution/book
        Contribution: role!, title, author > Author/contributions, book > Book/contributions
        """,
      ],
      rows: """
        Author 3 name='Le_Guin'
        Author 4 name='Lem'
        Book 10 title='Solaris' author=4
        Book 11 title='Anon'
        Book 12 title='Lathe' author=3
        """)
    let blocked = try scene.plan(status: 3)
    #expect(blocked.obstacles.contains("plan.relationship-dropped Book.author 2 [10, 12]"))
    let plan = try scene.plan(
      mapping: """
        steps:
          - entities:
              - name: Contribution
                from: Book
                where: author IS NOT NULL
                set: { role: "'primary'" }
                connect: { book: objectID, author: author }
        """, status: 0)
    #expect(
      plan.entities == [
        "Author -> Author 2 kept", "Book -> Book 3 split", "Book -> Contribution 2 split",
      ])
    #expect(
      plan.changes == [
        "Author.books -> - 2 by-rule", "- -> Author.contributions 2 by-rule",
        "Book.author -> Contribution.author 2 by-rule", "- -> Book.contributions 3 by-rule",
        "- -> Contribution.book 2 by-rule", "- -> Contribution.role 2 by-rule",
      ])
    #expect(plan.proposals == [])
  }

  @Test("Rows that are left out as a mapping file asks, and too many of them")
  func rejected() throws {
    let scene = try Scene(
      ["Author: name\nBook: title, author > Author", "Author: name!\nBook: title, author > Author!"],
      rows: "Author 1 name='a'\nAuthor 2\nBook 1 author=1\nBook 2 author=2\nBook 3 author=1")
    let map =
      "steps:\n  - entities: [{ name: Author, on-invalid: reject }, { name: Book, on-invalid: reject }]"
    let plan = try scene.plan(mapping: map, status: 1)
    #expect(
      plan.entities == [
        "Author -> Author 1 kept", "Author -> Author 1 rejected", "Book -> Book 2 kept",
        "Book -> Book 1 rejected",
      ])
    #expect(plan.warnings == ["rows.rejected Author.name 1 [2]", "rows.rejected Book.author 1 [2]"])
    let many = try scene.plan(mapping: map, "--max-rejects", "1", status: 3)
    #expect(many.obstacles == ["rows.too-many-rejects  2 []"])
    #expect(many.entities == plan.entities)
  }
}
