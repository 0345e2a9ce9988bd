import Foundation
import Testing

/// `verify --apple`: what Core Data read is played by a reader in Python that knows the fixture's columns by heart.
@Suite("What Core Data read", .enabled(if: Tool.has(Tool.python)))
struct AppleCheckTests {
  /// Prints what `apple-check` would of a store of Library 2, for some attributes and relationships of every kind.
  static let reader = #"""
    import hashlib, json, sqlite3, struct, sys
    db = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
    numbers = dict(db.execute("SELECT Z_NAME, Z_ENT FROM Z_PRIMARYKEY"))
    tables = dict(Author="ZAUTHOR", Book="ZBOOK", HighlightNote="ZNOTE", MarginNote="ZNOTE", Profile="ZPROFILE",
      Publisher="ZPUBLISHER", Setting="ZSETTING", Shelf="ZSHELF", Tag="ZTAG")
    big = lambda n: struct.pack(">q", n)
    def value(kind, cell):
        if cell is None: return 5, b""
        if kind == "integer": return 1, big(cell)
        if kind == "real": return 2, struct.pack(">d", cell)
        if kind == "float": return 2, struct.pack(">d", struct.unpack("f", struct.pack("f", cell))[0])
        if kind == "text": return 3, cell.encode() if isinstance(cell, str) else cell
        return 4, cell
    def attribute(entity, name, column, kind):
        nulls, digest = 0, hashlib.sha256()
        for key, cell in db.execute(
          f"SELECT Z_PK, {column} FROM {tables[entity]} WHERE Z_ENT = ? ORDER BY Z_PK", (numbers[entity],)):
            storage, data = value(kind, cell)
            nulls += cell is None
            digest.update(big(key) + bytes([storage]) + big(len(data)) + data)
        return dict(entity=entity, name=name, nulls=nulls, digest="sha256:" + digest.hexdigest(), reason=None)
    def relationship(entity, name, links, order=False):
        digest, count = hashlib.sha256(), 0
        found = {}
        for owner, target in db.execute(links): found.setdefault(owner, []).append(target)
        for key, in db.execute(f"SELECT Z_PK FROM {tables[entity]} WHERE Z_ENT = ? ORDER BY Z_PK", (numbers[entity],)):
            targets = found.get(key, [])
            if not order: targets.sort()
            count += len(targets)
            digest.update(big(key) + big(len(targets)) + b"".join(map(big, targets)))
        return dict(entity=entity, name=name, links=count, unavailable=0, digest="sha256:" + digest.hexdigest())
    transformable = attribute("Book", "keywords", "ZKEYWORDS", "blob")
    transformable.update(digest=None, reason="an archive has no one form of bytes")
    body = dict(
      entities=[dict(entity=e, count=db.execute(f"SELECT count(*) FROM {t} WHERE Z_ENT = ?", (numbers[e],)).fetchone()[0])
        for e, t in tables.items()],
      attributes=[attribute("Book", "pages", "ZPAGES", "integer"), attribute("Book", "isRead", "ZISREAD", "integer"),
        attribute("Book", "added", "ZADDED", "real"), attribute("Book", "weight", "ZWEIGHT", "real"),
        attribute("Book", "rating", "ZRATING", "float"),
        attribute("Book", "title", "ZTITLE", "text"), attribute("Book", "uuid", "ZUUID", "blob"),
        attribute("Profile", "photo", "ZPHOTO", "blob"), attribute("MarginNote", "page", "ZPAGE", "integer"),
        transformable],
      relationships=[relationship("Book", "author", "SELECT Z_PK, ZAUTHOR FROM ZBOOK WHERE ZAUTHOR NOT NULL"),
        relationship("Author", "books", "SELECT ZAUTHOR, Z_PK FROM ZBOOK WHERE ZAUTHOR NOT NULL"),
        relationship("Book", "notes", "SELECT ZBOOK, Z_PK FROM ZNOTE WHERE ZBOOK NOT NULL ORDER BY ZBOOK, Z_FOK_BOOK", True),
        relationship("Book", "tags", "SELECT Z_2ITEMS, Z_10TAGS FROM Z_2TAGS"),
        relationship("Tag", "items", "SELECT Z_10TAGS, Z_2ITEMS FROM Z_2TAGS"),
        relationship("Shelf", "pinnedTags", "SELECT Z9PINNEDTAGS, Z_PK FROM ZTAG WHERE Z9PINNEDTAGS NOT NULL"),
        relationship("Tag", "related", "SELECT REFLEXIVE, Z_10RELATED FROM Z_10RELATED"),
        relationship("Shelf", "contents",
          "SELECT Z_9SHELVES, Z_2CONTENTS FROM Z_2SHELVES ORDER BY Z_9SHELVES, Z_FOK_2CONTENTS", True)])
    print(json.dumps(dict(formatVersion=1, body=body, meta={})))
    """#

  private func verify(_ change: (String) throws -> String) throws -> (status: Int32?, report: Report) {
    let fixture = try Fixture("library-1")
    #expect(try fixture.migrate().status == 0)
    let scratch = fixture.workshop.scratch
    let printed = try Tool.run(Tool.python, ["-c", Self.reader, fixture.workshop.output()]).output
    try scratch.write(change(printed), to: "said/apple.json")
    let run = try Program.run([
      "verify", fixture.workshop.input(fixture.store), fixture.workshop.output(), "--model",
      fixture.workshop.input(Fixture.model), "--apple", scratch("said/apple.json"), "--json",
    ])
    return (run.status, try Report(text: run.output))
  }

  @Test("All as it is in the store")
  func same() throws {
    let (status, report) = try verify { $0 }
    #expect(status == 0, "\(report.problems)")
    #expect(report.findings("apple-check.compared").first?.count == 18)
  }

  @Test(
    "A count, a value, a link, an order, an object that cannot be fetched",
    arguments: [
      (#"("count": )7"#, "$18", "Tag", nil), (#"("name": "pages", "nulls": )0"#, "$11", "Book", "pages"),
      (#"("name": "title", "nulls": 0, "digest": "sha256:)."#, "$1x", "Book", "title"),
      (#"("name": "notes", "links": 10, "unavailable": 0, "digest": "sha256:)."#, "$1x", "Book", "notes"),
      (#"("name": "author", "links": )7"#, "$18", "Book", "author"),
      (#"("name": "books", "links": 7, "unavailable": )0"#, "$12", "Author", "books"),
    ] as [(String, String, String, String?)])
  func different(pattern: String, replacement: String, entity: String, property: String?) throws {
    let (status, report) = try verify { printed in
      let changed = printed.replacingOccurrences(of: pattern, with: replacement, options: .regularExpression)
      #expect(changed != printed)
      return changed
    }
    #expect(status == 1)
    #expect(report.body.outcome == "differs")
    let errors = report.body.findings.filter { $0.severity == "error" }
    #expect(errors.map(\.id) == ["apple-check.differs"])
    #expect(errors.first?.entity == entity && errors.first?.property == property)
  }

  @Test("No such file, no JSON, another form", arguments: ["", "[", #"{"formatVersion": 2, "body": {}}"#])
  func unusable(text: String) throws {
    let (status, report) = try verify { _ in text }
    #expect(status == 64)
    #expect(report.has("apple-check.unreadable"))
  }
}
