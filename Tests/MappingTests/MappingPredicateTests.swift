import Testing

@testable import CoreDataMapping

@Suite("Predicates of mapping models in SQL")
struct MappingPredicateTests {
  @Test(arguments: [
    ("TRUEPREDICATE", "1"), ("FALSEPREDICATE", "0"), ("note != nil", "\"note\" IS NOT NULL"),
    ("note == NULL", "\"note\" IS NULL"), ("author = nil", "\"author\" IS NULL"),
    ("title == \"it's\"", "\"title\" = 'it''s'"), ("title <> 'a'", "\"title\" IS NOT 'a'"),
    ("pages >= 10", "\"pages\" >= 10"), ("pages => -1.5e2", "\"pages\" >= -1.5e2"),
    ("10 < pages", "\"pages\" > 10"), ("sold == YES", "\"sold\" = 1"), ("sold = 0", "\"sold\" = 0"),
    ("sold == true AND pages < 3", "(\"sold\" = 1) AND (\"pages\" < 3)"),
    ("sold = 1 && (pages < 3 || pages > 5)", "(\"sold\" = 1) AND ((\"pages\" < 3) OR (\"pages\" > 5))"),
    ("sold = 1 or sold = 0 and pages = 1", "(\"sold\" = 1) OR ((\"sold\" = 0) AND (\"pages\" = 1))"),
    ("NOT sold = YES", "NOT (\"sold\" = 1)"), ("!(note = nil)", "NOT (\"note\" IS NULL)"),
    ("title IN {'a', 'b'}", "\"title\" IN ('a', 'b')"), ("pages BETWEEN {1, 2}", "\"pages\" BETWEEN 1 AND 2"),
    ("title BEGINSWITH 'ab'", "substr(\"title\", 1, 2) = 'ab'"),
    ("title endswith 'ab'", "substr(\"title\", -2) = 'ab'"),
    ("title CONTAINS 'ab'", "instr(\"title\", 'ab') > 0"),
    ("title LIKE '*ab*'", "instr(\"title\", 'ab') > 0"),
    ("title LIKE 'ab*'", "substr(\"title\", 1, 2) = 'ab'"), ("title LIKE 'ab'", "\"title\" = 'ab'"),
    ("printed > CAST(3.5, 'NSDate')", "\"printed\" > 3.5"), ("#title = 'x'", "\"title\" = 'x'"),
    ("place.city == nil", "\"place.city\" IS NULL"),
    (
      "author.name = 'x'",
      "(SELECT linked.\"name\" FROM \"Person\" AS linked WHERE linked.objectID = \"Book\".\"author\") = 'x'"
    ),
    (
      "author.boss != nil",
      "(SELECT linked.\"boss\" FROM \"Person\" AS linked WHERE linked.objectID = \"Book\".\"author\") IS NOT NULL"
    ),
    ("tags.@count > 0", "(SELECT count(*) FROM \"Book.tags\" WHERE owner = \"Book\".objectID) > 0"),
  ])
  func known(_ predicate: String, _ sql: String) throws {
    let sample = try MappingModelSample()
    let entity = MappingModelText.Entity("Book", "Book", ["sourcefilterpredicatestring": predicate])
    let translation = try sample.translate([entity])
    #expect(translation.openQuestions == [])
    let rule = translation.step.entities.map(\.value).first { $0.name.value == "Book" }
    #expect(rule?.condition?.value == (sql == "1" ? nil : sql))
    #expect(try MappingCompilation.faults(of: translation.step, from: sample.source) == [])
  }

  @Test(
    "What SQL may not do in the same way is left to a person",
    arguments: [
      "", " ", "note", "note =", "note = nil extra", "(note = nil", "note == 'a", "title == 'a\\'b'",
      "title ==[c] 'a'", "title BEGINSWITH[cd] 'a'", "title MATCHES 'a.*'", "title LIKE 'a?b'",
      "title LIKE 'a*b'", "title LIKE '*'", "title CONTAINS 'é'", "title CONTAINS ''", "title < 'b'",
      "title = 3", "pages = 'x'", "sold = 2", "sold > 0", "nowhere = nil", "tags = nil", "author = 'x'",
      "note = title", "3 = 3", "pages = %d", "pages = $x", "pages + 1 = 2", "pages = 1.", "pages = 1x",
      "NOT note = 'x'", "NOT (sold = 1 AND pages > 3)", "ANY tags.word = 'x'", "tags.word = 'x'",
      "SUBQUERY(tags, $t, $t.word = 'x').@count > 0", "pages IN 3", "pages IN {}", "pages IN {{1}}",
      "pages BETWEEN {1, 2, 3}", "title BETWEEN {'a', 'b'}", "SELF = nil", "author.nowhere = nil",
      "lowercase(title) = 'x'", "cover = 'x'", "printed > 3", "CAST('x', 'Class') = nil", "pages = 1 AND",
      "author.name.@count > 1", "pages < nil",
    ])
  func unknown(_ predicate: String) throws {
    let sample = try MappingModelSample()
    // An empty field is no filter; anything else in it is.
    let entity = MappingModelText.Entity(
      "Book", "Book", ["sourcefilterpredicatestring": predicate.isEmpty ? "\"" : predicate])
    let translation = try sample.translate([entity])
    #expect(translation.openQuestions.map(\.kind) == [.unknownPredicate])
    #expect(translation.step.entities.map(\.value).first { $0.name.value == "Book" }?.condition == nil)
  }

  @Test("A predicate that is nested without end is none")
  func depth() {
    let deep = String(repeating: "(", count: 5000) + "note = nil" + String(repeating: ")", count: 5000)
    #expect(MappingPredicateParser.predicate(deep) == nil)
    let negated = String(repeating: "NOT ", count: 5000) + "note = nil"
    #expect(MappingPredicateParser.predicate(negated) == nil)
  }
}
