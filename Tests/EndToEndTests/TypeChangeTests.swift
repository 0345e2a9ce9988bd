import Testing

/// Documentation/Inference.md, row by row.
@Suite("Inference: an attribute's type changes")
struct TypeChangeTests {
  static let numbers = [
    TypeChange(
      "Integer 64", "Integer 16", .init("32767", "integer 32767"), .init("-32768", "integer -32768"),
      .init("32768", "null", "overflow"), .init("-32769", "null", "overflow"), .init("NULL", "null"),
      .init("'a'", "null", "unparsable"), .init("1.5", "null", "unparsable"),
      .init("X'01'", "null", "unparsable")),
    TypeChange(
      "Integer 64", "Integer 32", .init("2147483647", "integer 2147483647"),
      .init("-2147483648", "integer -2147483648"), .init("2147483648", "null", "overflow"),
      .init("-9223372036854775808", "null", "overflow")),
    TypeChange(
      "Integer 32", "Boolean", .init("0", "integer 0"), .init("1", "integer 1"),
      .init("2", "null", "overflow"), .init("-1", "null", "overflow")),
    TypeChange(
      "Boolean", "Integer 16", .init("0", "integer 0"), .init("1", "integer 1"), .init("NULL", "null"),
      .init("2", "integer 2"), .init("70000", "null", "overflow"), .init("'YES'", "null", "unparsable")),
    TypeChange(
      "Integer 64", "Double", .init("1", "real 1.0"), .init("9007199254740992", "real 9007199254740992.0"),
      .init("9007199254740993", "real 9007199254740992.0", "truncation"),
      .init("-9007199254740993", "real -9007199254740992.0", "truncation"),
      .init("9007199254740994", "real 9.007199254740994e+15"),
      .init("9223372036854775807", "real 9.223372036854776e+18", "truncation"),
      .init("-9223372036854775808", "real -9.223372036854776e+18")),
    TypeChange(
      "Integer 32", "Float", .init("16777216", "real 16777216.0"),
      .init("16777217", "real 16777216.0", "truncation"), .init("-5", "real -5.0")),
    TypeChange(
      "Double", "Integer 16", .init("5.0", "integer 5"), .init("-0.0", "integer 0"),
      .init("-2.5", "integer -2", "truncation"), .init("32767.5", "integer 32767", "truncation"),
      .init("32768.0", "null", "overflow"), .init("9e999", "null", "overflow"),
      .init("-9e999", "null", "overflow"), .init("5e-324", "integer 0", "truncation"),
      .init("'5'", "integer 5"), .init("'five'", "null", "unparsable")),
    TypeChange(
      "Double", "Integer 64", .init("9007199254740992.0", "integer 9007199254740992"),
      .init("-9223372036854775808.0", "integer -9223372036854775808"),
      .init("9223372036854775808.0", "null", "overflow"), .init("1e17", "integer 100000000000000000")),
    TypeChange(
      "Double", "Float", .init("0.5", "real 0.5"), .init("-0.0", "real 0.0"),
      .init("0.1", "real 0.10000000149011612", "truncation"), .init("1e300", "null", "overflow"),
      .init("1e-300", "real 0.0", "truncation"), .init("9e999", "real inf")),
    TypeChange(
      "Float", "Double", .init("0.1", "real 0.1"), .init("-0.0", "real 0.0"), .init("2", "real 2.0")),
    TypeChange(
      "Integer 64", "Decimal", .init("9223372036854775807", "integer 9223372036854775807"),
      .init("-1", "integer -1"), .init("'1e3'", "integer 1000"), .init("'x'", "null", "unparsable")),
    TypeChange(
      "Decimal", "Integer 16", .init("5", "integer 5"), .init("10.5", "integer 10", "truncation"),
      .init("40000", "null", "overflow"), .init("'x'", "null", "unparsable")),
    TypeChange(
      "Double", "Decimal", .init("0.1", "real 0.1"), .init("2.0", "integer 2"),
      .init("9e999", "null", "overflow"), .init("1e164", "real 1e+164"), .init("1e165", "null", "overflow"),
      .init("1e-128", "real 1e-128"), .init("1.5e-128", "null", "overflow")),
    TypeChange(
      "Decimal", "Double", .init("0.1", "real 0.1"), .init("7", "real 7.0"),
      .init("9007199254740993", "real 9007199254740992.0", "truncation")),
    TypeChange(
      "Date", "Double", .init("700000000", "real 700000000.0"), .init("123456789.25", "real 123456789.25"),
      .init("-1", "real -1.0"), .init("'2001-01-01'", "null", "unparsable")),
    TypeChange(
      "Double", "Date", .init("700000000.0", "integer 700000000"), .init("0.25", "real 0.25"),
      .init("-0.0", "integer 0"), .init("9e999", "null", "overflow")),
  ]

  static let texts = [
    TypeChange(
      "Integer 64", "String", .init("0", "text 0"),
      .init("-9223372036854775808", "text -9223372036854775808"),
      .init("70000", "text 70000"), .init("0.5", "null", "unparsable")),
    TypeChange(
      "String", "Integer 16", .init("'0'", "integer 0"), .init("'-32768'", "integer -32768"),
      .init("'32768'", "null", "overflow"), .init("'007'", "integer 7", "truncation"),
      .init("'-0'", "integer 0", "truncation"), .init("'1e3'", "null", "unparsable"),
      .init("''", "null", "unparsable"), .init("' 1'", "null", "unparsable"),
      .init("'+1'", "null", "unparsable"), .init("'1.0'", "null", "unparsable"),
      .init("'-'", "null", "unparsable"), .init("'0x10'", "null", "unparsable"),
      .init("CAST(X'3100' AS TEXT)", "null", "unparsable"), .init("'١'", "null", "unparsable"),
      .init("X'31'", "null", "unparsable"), .init("'99999999999999999999'", "null", "overflow")),
    TypeChange(
      "String", "Integer 64", .init("'9223372036854775807'", "integer 9223372036854775807"),
      .init("'9223372036854775808'", "null", "overflow"),
      .init("'-9223372036854775808'", "integer -9223372036854775808"),
      .init("'-9223372036854775809'", "null", "overflow"),
      .init("'00000000000000000000009'", "integer 9", "truncation")),
    TypeChange(
      "String", "Double", .init("'0.10'", "real 0.1"), .init("'1e3'", "real 1000.0"),
      .init("'-0'", "real 0.0", "truncation"), .init("'007'", "real 7.0", "truncation"),
      .init("'0.1000000000000000055'", "real 0.1", "truncation"), .init("'1e400'", "null", "overflow"),
      .init("'1e-400'", "real 0.0", "truncation"), .init("''", "null", "unparsable"),
      .init("'1,5'", "null", "unparsable"), .init("'.5'", "null", "unparsable"),
      .init("'5.'", "null", "unparsable"), .init("'inf'", "null", "unparsable"),
      .init("'nan'", "null", "unparsable"), .init("'0x1p3'", "null", "unparsable"),
      .init("'1e'", "null", "unparsable"),
      .init("'9007199254740993'", "real 9007199254740992.0", "truncation"),
      .init("'5e-324'", "real 5e-324"), .init("'1E+2'", "real 100.0"),
      .init("'1e99999999999999999999'", "null", "overflow")),
    TypeChange(
      "String", "Float", .init("'0.1'", "real 0.10000000149011612"),
      .init("'16777217'", "real 16777216.0", "truncation"), .init("'1e39'", "null", "overflow")),
    TypeChange(
      "String", "URI", .init("'https://a.b/c?d=%20#e'", "text https://a.b/c?d=%20#e"),
      .init("'a b'", "null", "unparsable"), .init("''", "null", "unparsable"),
      .init("'%2'", "null", "unparsable"), .init("'é'", "null", "unparsable")),
    TypeChange(
      "URI", "String", .init("'https://a.b'", "text https://a.b"), .init("'not one'", "text not one"),
      .init("5", "text 5"), .init("X'61'", "null", "unparsable")),
    TypeChange(
      "UUID", "String",
      .init("X'00112233445566778899AABBCCDDEEFF'", "text 00112233-4455-6677-8899-AABBCCDDEEFF"),
      .init("X'0011'", "null", "unparsable"), .init("'text'", "null", "unparsable")),
    TypeChange(
      "String", "UUID",
      .init("'00112233-4455-6677-8899-aabbccddeeff'", "blob 0 11 22 33 44 55 66 77 88 99 aa bb cc dd ee ff"),
      .init("'00112233-4455-6677-8899-AABBCCDDEEFF'", "blob 0 11 22 33 44 55 66 77 88 99 aa bb cc dd ee ff"),
      .init("'00112233445566778899AABBCCDDEEFF'", "null", "unparsable"),
      .init("'0011223-34455-6677-8899-AABBCCDDEEFF'", "null", "unparsable"),
      .init("'{0112233-4455-6677-8899-AABBCCDDEEFF'", "null", "unparsable"), .init("''", "null", "unparsable")
    ),
  ]

  @Test(
    "What loses is counted by kind, all at once; with consent the rest is carried over",
    arguments: numbers + texts)
  func conversion(change: TypeChange) throws {
    let made = try change.made()
    let first = try made.migrate("--allow", "unverified-hash:A")
    let losing = TypeChange.kinds.filter { !change.keys($0).isEmpty }
    let found = first.report.findings("plan.conversion-loses", "A", "x")
    #expect(found.count == losing.count)
    for kind in losing {
      let finding = found.first { $0.summary.contains("(\(kind))") }
      #expect(finding?.oldKeys == change.keys(kind), "\(kind)")
      #expect(finding?.count == Int64(change.keys(kind).count))
      #expect(finding?.recovery.contains { $0.contains("--allow lossy:A.x") } ?? false)
    }
    if losing.isEmpty {
      #expect(first.status == 0, "\(first.report.problems)")
      #expect(first.report.problems == [])
    } else {
      #expect(first.status == 3)
      #expect(first.report.problems.count == losing.count)
      let rows = losing.map { change.keys($0).count }.reduce(0, +)
      let few = try made.migrate("--allow", "unverified-hash:A", "--allow", "lossy:A.x=\(rows - 1)")
      #expect(few.status == 3)
      let done = try made.migrate("--allow", "unverified-hash:A", "--allow", "lossy:A.x=\(rows)")
      #expect(done.status == 0, "\(done.report.problems)")
      #expect(done.report.problems == [])
      #expect(done.report.covered["lossy:A.x"] == Int64(rows))
    }
    let cells = try TypeChange.cells(made)
    #expect(cells.count == change.rows.count)
    for (row, cell) in zip(change.rows, cells) { #expect(cell == row.new, "\(row.old)") }
  }

  @Test(
    "What has no clear meaning stays a change of type that a consent must answer",
    arguments: [
      ("Date", "Integer 64", "1"), ("Integer 64", "Date", "1"), ("String", "Date", "'2001-01-01'"),
      ("Date", "String", "1"), ("Boolean", "String", "1"), ("String", "Boolean", "'1'"),
      ("Boolean", "Double", "1"), ("Double", "String", "0.5"), ("Decimal", "String", "1"),
      ("String", "Decimal", "'1'"), ("Binary", "Integer 64", "X'01'"), ("Binary", "String", "X'61'"),
      ("String", "Binary", "'a'"), ("UUID", "Binary", "X'01'"), ("Transformable", "Binary", "X'01'"),
      ("Date", "Float", "0.5"), ("Double", "Boolean", "1.0"), ("UUID", "URI", "X'01'"),
    ])
  func unclear(from: String, to: String, value: String) throws {
    let made = try TypeChange(from, to, .init(value, "null")).made()
    let blocked = try made.migrate("--allow", "unverified-hash:A")
    #expect(blocked.status == 3)
    #expect(blocked.report.problems == ["error plan.type-changed A.x [1]"])
    #expect(try made.migrate("--allow", "unverified-hash:A", "--allow", "drop:A.x").status == 0)
    #expect(try TypeChange.cells(made) == ["null"])
  }

  @Test(
    "Whatever stands in a column, in one declared as Core Data does it or otherwise: writer and validator agree",
    arguments: [nil, "BLOB", "VARCHAR", "INTEGER", "FLOAT"])
  func everyValue(declared: String?) throws {
    let pairs = (Self.numbers + Self.texts).enumerated().map {
      ("x\($0.offset)", $0.element.from, $0.element.to)
    }
    let columns = pairs.map { "Z\($0.0.uppercased()) \(declared ?? TypeChange.declared[$0.1] ?? "BLOB")" }
    let rows = ValueMatrix.values.enumerated().map { index, value in
      "(\(index + 1), 1, 1, \(pairs.map { _ in value }.joined(separator: ", ")))"
    }
    let made = try HandMade(
      HandMade.entity("A", "", pairs.map { HandMade.attribute($0.0, type: $0.1) }.joined()),
      HandMade.entity("A", "", pairs.map { HandMade.attribute($0.0, type: $0.2) }.joined()),
      entities: [.init(1, "A")],
      schema: """
        CREATE TABLE ZA ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \(columns.joined(separator: ", ")) );
        INSERT INTO ZA VALUES \(rows.joined(separator: ", "));
        """)
    let consents = pairs.flatMap { ["--allow", "lossy:A.\($0.0)"] }
    let done = try made.workshop.migrate(
      HandMade.store, HandMade.model,
      options: ["--source-version", "V1", "--allow", "unverified-hash:A"] + consents)
    #expect(done.status == 0 || done.status == 1, "\(done.report.problems.prefix(5))")
    #expect(done.report.findings("plan.conversion-loses").allSatisfy { $0.severity == "note" })
    // Everything is carried, rounded, or covered by a consent.
    #expect(done.report.covered.filter { $0.key.hasPrefix("lossy:") && $0.value > 0 }.count == pairs.count)
  }

  @Test("Required with a default: the default stands for what was missing and for what is left of nothing")
  func defaults() throws {
    let made = try TypeChange("String", "Integer 16", .init("'5'", ""), .init("'x'", ""), .init("NULL", ""))
      .made(#"optional="NO" defaultValueString="9""#)
    let blocked = try made.migrate()
    #expect(blocked.status == 3)
    #expect(blocked.report.problems == ["error plan.conversion-loses A.x [2]"])
    let done = try made.migrate("--allow", "drop:A.x=1")
    #expect(done.status == 0, "\(done.report.problems)")
    #expect(done.report.findings("plan.default-for-null").map(\.oldKeys) == [[3]])
    #expect(try TypeChange.cells(made) == ["integer 5", "integer 9", "integer 9"])
  }

  @Test("Required without a default: no consent gives a value, but a part may be kept")
  func required() throws {
    let lost = try TypeChange("String", "Integer 16", .init("'x'", ""), .init("'99999'", "")).made(
      #"optional="NO""#)
    let blocked = try lost.migrate("--allow", "lossy:A.x", "--allow", "drop:A.x")
    #expect(blocked.status == 3)
    #expect(
      blocked.report.problems == [
        "error plan.conversion-loses A.x [1]", "error plan.conversion-loses A.x [2]",
      ])
    #expect(
      blocked.report.findings("plan.conversion-loses").allSatisfy {
        !$0.recovery.joined().contains("--allow")
      })
    let cut = try TypeChange("Double", "Integer 16", .init("1.5", "")).made(#"optional="NO""#)
    #expect(try cut.migrate("--allow", "lossy:A.x=1").status == 0)
    #expect(try TypeChange.cells(cut) == ["integer 1"])
  }

  @Test("A value that a conversion leaves nothing of must be unique no more; one that it makes must be")
  func uniqueness() throws {
    let made = try HandMade(
      HandMade.entity("A", "", HandMade.attribute("x")),
      HandMade.entity("A", "", HandMade.attribute("x", type: "Integer 16"), HandMade.unique("x")),
      entities: [.init(1, "A")],
      schema: """
        CREATE TABLE ZA ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZX VARCHAR );
        INSERT INTO ZA VALUES (1, 1, 1, '7'), (2, 1, 1, '007'), (3, 1, 1, 'x'), (4, 1, 1, 'y');
        """)
    let blocked = try made.migrate("--allow", "unverified-hash:A")
    #expect(
      blocked.report.problems == [
        "error plan.conversion-loses A.x [2]", "error plan.conversion-loses A.x [3, 4]",
        "error plan.not-unique A.x [1]",
      ])
  }
}
