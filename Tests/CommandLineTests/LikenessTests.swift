import Spelling
import Testing

@Suite("Names that may be names of one thing")
struct LikenessTests {
  @Test(
    "Alike",
    arguments: [
      ("notes", "tastingNotes"), ("title", "bookTitle"), ("book_title", "BookTitle"), ("colour", "color"),
      ("isRead", "read"), ("tags", "tag"), ("URL", "url"), ("emailAddress", "email"), ("nmae", "name"),
    ])
  func alike(_ first: String, _ second: String) {
    #expect(Likeness.areAlike(first, second))
    #expect(Likeness.areAlike(second, first))
  }

  @Test(
    "Not alike",
    arguments: [
      ("name", "title"), ("id", "is"), ("born", "died"), ("", "name"), ("legacyCode", "copies"),
      ("of", "a"), (String(repeating: "a", count: 200), String(repeating: "a", count: 200)),
    ])
  func different(_ first: String, _ second: String) {
    #expect(!Likeness.areAlike(first, second))
    #expect(!Likeness.areAlike(second, first))
  }
}
