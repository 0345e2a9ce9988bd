import FileOperations
import Testing

struct FileNameTests {
  @Test(arguments: [
    ("a/b/Notes.sqlite", "a/b", "Notes.sqlite", "Notes"),
    ("Notes.sqlite", ".", "Notes.sqlite", "Notes"),
    ("/Notes.sqlite", "/", "Notes.sqlite", "Notes"),
    ("//x//My.Old Notes.v2.sqlite/", "//x", "My.Old Notes.v2.sqlite", "My.Old Notes.v2"),
    ("a/.store", "a", ".store", ".store"),
    ("a/store", "a", "store", "store"),
    ("a/store.", "a", "store.", "store."),
    ("ä/Bücher 📚.store", "ä", "Bücher 📚.store", "Bücher 📚"),
    ("/", "/", "", ""),
  ])
  func parts(path: String, folder: String, last: String, base: String) {
    #expect(FileName.folder(of: path) == folder)
    #expect(FileName.last(of: path) == last)
    #expect(FileName.base(of: path) == base)
  }

  @Test func namesAreComparedByTheirBytes() {
    #expect("\u{e9}" == "e\u{301}")
    #expect(!FileName.equal("\u{e9}", "e\u{301}"))
    #expect(FileName.equal("e\u{301}", "e\u{301}"))
  }
}
