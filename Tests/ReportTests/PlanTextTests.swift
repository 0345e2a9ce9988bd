import Diagnostics
import JSON
import Testing

@testable import Reports

@Suite("A plan as text and as JSON")
struct PlanTextTests {
  private static var plan: PlanReport {
    var plan = PlanReport(outcome: .blocked)
    plan.meta = ["store": "Shop.sqlite"]
    plan.source = StoreSummary(modelVersion: "Shop", recognisedBy: "version-hashes")
    plan.destination = StoreSummary(modelVersion: "Shop 2")
    plan.steps = [
      PlannedStep(from: "Shop", to: "Shop 2"), PlannedStep(from: "Shop 2", to: "Shop 3", means: .mappingFile),
    ]
    plan.entities = [
      PlannedEntity(source: nil, destination: "Till", rows: 0, fate: .new, why: "Shop has none"),
      PlannedEntity(source: "Order", destination: "Order", rows: 12, fate: .split, why: "same name"),
      PlannedEntity(source: "Order", destination: "Line", rows: 12, fate: .byRule, why: "mapping file"),
      PlannedEntity(source: "Gone", destination: nil, rows: 1, fate: .dropped, why: "Shop 2 has none"),
    ]
    plan.properties = [
      PlannedProperty(
        kind: .attribute, source: .init("Order", "total"), destination: .init("Order", "total"), fate: .kept,
        why: "same name", rows: 12),
      PlannedProperty(
        kind: .attribute, source: .init("Order", "anAttributeWithAVeryLongNameIndeed"), destination: nil,
        fate: .dropped, why: "nothing of its name, and this sentence is long enough to be wrapped twice over",
        rows: 3),
      PlannedProperty(
        kind: .attribute, source: .init("Order", "sum"), destination: .init("Base", "sum"), fate: .moved,
        why: "same name", rows: 12),
      PlannedProperty(
        kind: .attribute, source: .init("Gone", "a"), destination: nil, fate: .dropped, why: "goes", rows: 1,
        goesWithRows: true),
    ]
    plan.obstacles = [
      PlannedObstacle(
        Finding(
          Diagnostic(
            DiagnosticID("plan.not-unique"), .error, Subject(entity: "Order", property: "code"), count: 5,
            oldKeys: [1, 2], summary: "Shared.", recovery: ["Change them."])), groups: [[1, 3, 8], [2, 7]])
    ]
    plan.consents = [ConsentCount(consent: "drop:Gone", rows: 1)]
    return plan
  }

  @Test("What a person reviews")
  func text() {
    #expect(
      PlanText(Self.plan).text() == """
        Plan. Shop.sqlite: a run would be refused: 1 thing stands in its way.
          Shop -> Shop 2
          source version recognised by: version-hashes

        Steps:
          1. Shop -> Shop 2, inferred from the two versions
          2. Shop 2 -> Shop 3, by the mapping file

        entity  rows  what becomes of it, and why
        ------  ----  ------------------------------------------------------------------
        Gone       1  dropped: Shop 2 has none
        Order     12  by-rule -> Line: mapping file
          anAttributeWithAVeryLongNameIndeed
                   3  dropped: nothing of its name, and this sentence is long enough to
                      be wrapped twice over
          sum     12  moved -> Base.sum: same name
        Order     12  split: same name
        Till          new: Shop has none
        1 property is kept as it is; --verbose lists it.

        In the way (1):

        error[plan.not-unique] Order.code (5): Shared.
          share theirs: 1, 3, 8
          share theirs: 2, 7
          -> Change them.

        Consents that would answer:
          drop:Gone: 1 row

        Next:
          Settle everything in the way: by a rule in a mapping file (--write-mapping
          FILE drafts one), a renaming identifier or a default in the model, a change of
          the data, or a consent (--allow, or --write-consents FILE to review, then run
          --consents FILE).
          Nothing was changed. Then run the plan again.

        """)
  }

  @Test("Verbose, what is kept and what goes with its rows is there too")
  func verbose() {
    let text = PlanText(Self.plan, isVerbose: true).text()
    #expect(text.contains("\n  total    12  kept: same name\n"))
    #expect(text.contains("\n  a         1  dropped: goes\n"))
    #expect(!text.contains("--verbose"))
  }

  @Test("The order in which parts were found makes no difference, and names cannot steer a terminal")
  func order() {
    var other = Self.plan
    other.entities.reverse()
    other.properties.reverse()
    #expect(other.json() == Self.plan.json())
    other.entities[0].why = "a\u{1B}[31m"
    #expect(PlanText(other).text().contains("a\\u{1B}[31m"))
  }

  @Test("JSON that any reader reads, with groups where there are any")
  func json() throws {
    guard case .object(let document) = try JSONValue(parsing: Array(Self.plan.json().utf8)),
      case .object(let body)? = document["body"], case .array(let obstacles)? = body["obstacles"],
      case .object(let obstacle)? = obstacles.first
    else {
      Issue.record("no plan")
      return
    }
    #expect(obstacle["groups"] == [[1, 3, 8], [2, 7]])
    #expect(obstacle["consents"] == [])
    #expect(body["outcome"] == "blocked")
    #expect(
      body["steps"] == [
        ["from": "Shop", "to": "Shop 2", "how": "inferred", "mapping": nil],
        ["from": "Shop 2", "to": "Shop 3", "how": "mapping file", "mapping": nil],
      ])
  }
}
