import Testing

extension Fixture {
  /// Runs SQL by SQLite's own shell, which also writes the schema's text: our connections refuse that.
  func spoil(_ sql: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let run = try Tool.run(
      Tool.sqlite,
      [
        "-bail", workshop.input(store), ".dbconfig defensive off",
        "PRAGMA journal_mode = DELETE; PRAGMA writable_schema = ON; \(sql)",
      ])
    #expect(run.status == 0, "\(sql): \(run.output)", sourceLocation: sourceLocation)
  }

  /// Puts a text in place of another in the schema's statement that made `name`.
  static func schema(of name: String, _ old: String, _ new: String) -> String {
    let words = [old, new].map { "'" + $0.replacing("'", with: "''") + "'" }
    return "UPDATE sqlite_schema SET sql = replace(sql, \(words[0]), \(words[1])) WHERE name = '\(name)';"
  }
}
