import FileOperations
import Foundation
import Testing

/// Patterns of paths, where no shell expands them.
@Suite("Path patterns")
struct PathPatternTests {
  private static let names = [
    "a.sqlite", "b.sqlite", "B.sqlite", "a-1.sqlite", "é.sqlite", "a[1].sqlite", "a*b", ".hidden.sqlite",
    "sub/a.sqlite", "sub/deep/a.sqlite", "sub/.in/a.sqlite", "日本.sqlite",
  ]

  @Test(
    "What fits",
    arguments: [
      (
        "*.sqlite",
        ["B.sqlite", "a-1.sqlite", "a.sqlite", "a[1].sqlite", "b.sqlite", "é.sqlite", "日本.sqlite"]
      ),
      ("?.sqlite", ["B.sqlite", "a.sqlite", "b.sqlite", "é.sqlite"]),
      ("[ab].sqlite", ["a.sqlite", "b.sqlite"]), ("[!ab].sqlite", ["B.sqlite", "é.sqlite"]),
      ("[a-z]*.sqlite", ["a-1.sqlite", "a.sqlite", "a[1].sqlite", "b.sqlite"]),
      ("a\\[1].*", ["a[1].sqlite"]), ("a[[]*", ["a[1].sqlite"]), ("a\\*?", ["a*b"]), ("[]x]*", []),
      ("*a*a*.sqlite", []), ("*/a.sqlite", ["sub/a.sqlite"]), ("*/*/a.sqlite", ["sub/deep/a.sqlite"]),
      ("**/a.sqlite", ["a.sqlite", "sub/a.sqlite", "sub/deep/a.sqlite"]),
      ("sub/**", ["sub/a.sqlite", "sub/deep/a.sqlite"]), ("s*/.in/a.*", ["sub/.in/a.sqlite"]),
      (".*.sqlite", [".hidden.sqlite"]), ("nowhere/*", []), ("s[", []),
    ])
  func matches(_ pattern: String, _ expected: [String]) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("patterns-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in Self.names {
      let file = folder.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data().write(to: file)
    }
    let path = folder.resolvingSymlinksInPath().path + "/"
    guard let matcher = PathPattern(path + pattern) else {
      #expect(expected.isEmpty, "\(pattern) is no pattern")
      return
    }
    let found = matcher.matches(with: FileOperations()) { Issue.record("cannot list \($0)") }
    #expect(found.map { String($0.dropFirst(path.count)) } == expected)
  }

  @Test("One name is no pattern", arguments: ["a.sqlite", "/a/b", "a\\*b", "a[b", "..", ""])
  func plain(_ path: String) { #expect(PathPattern(path) == nil) }

  @Test(
    "What comes before the pattern",
    arguments: [("../c/*/x", "../c"), ("/*", "/"), ("*", ""), ("/a/b?/c", "/a")])
  func fixedFolder(_ pattern: String, _ folder: String) {
    #expect(PathPattern(pattern)?.fixedFolder == folder)
  }

  @Test("A pattern of many stars is no work without end")
  func manyStars() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("patterns-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    try Data().write(to: folder.appendingPathComponent(String(repeating: "a", count: 200)))
    let pattern = PathPattern(folder.path + "/" + String(repeating: "*a", count: 60) + "b")
    #expect(pattern?.matches(with: FileOperations()) { _ in }.isEmpty ?? false)
  }
}
