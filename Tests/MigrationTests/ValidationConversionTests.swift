import CoreDataMapping
import CoreDataModel
import SQLite
import Testing

@testable import CoreDataMigration

/// The validator works out again what a value of another type must have become, and believes no writer.
@Suite struct ValidationConversionTests {
  struct Cell: Sendable, CustomTestStringConvertible {
    let from, to: AttributeType
    let old, right: String
    let wrong: [String]

    init(_ from: AttributeType, _ to: AttributeType, _ old: String, _ right: String, wrong: String...) {
      (self.from, self.to, self.old, self.right, self.wrong) = (from, to, old, right, wrong)
    }

    var testDescription: String { "\(from) \(old) to \(to)" }
  }

  static let cells = [
    Cell(.integer64, .integer16, "32768", "NULL", wrong: "-32768", "32767", "0", "32768"),
    Cell(.integer64, .double, "9007199254740993", "9007199254740992.0", wrong: "9007199254740994.0", "NULL"),
    Cell(.integer64, .string, "-7", "'-7'", wrong: "'-07'", "'7'", "' -7'", "''", "NULL"),
    Cell(.string, .integer16, "'007'", "7", wrong: "NULL", "8", "0"),
    Cell(.string, .integer64, "'1e3'", "NULL", wrong: "1000", "1"),
    Cell(.string, .double, "'0.1'", "0.1", wrong: "0.10000000000000002", "1.0", "NULL"),
    Cell(.double, .integer32, "-2.5", "-2", wrong: "-3", "2", "NULL"),
    Cell(.double, .date, "700000000.0", "700000000", wrong: "700000001", "NULL", "'x'"),
    Cell(
      .uuid, .string, "X'00112233445566778899AABBCCDDEEFF'", "'00112233-4455-6677-8899-AABBCCDDEEFF'",
      wrong: "'00112233-4455-6677-8899-aabbccddeeff'", "NULL"),
    Cell(
      .string, .uuid, "'00112233-4455-6677-8899-aabbccddeeff'", "X'00112233445566778899AABBCCDDEEFF'",
      wrong: "X'00112233445566778899AABBCCDDEEFE'", "NULL"),
    Cell(.string, .uri, "'a b'", "NULL", wrong: "'a b'", "'a%20b'"),
    Cell(.integer16, .boolean, "2", "NULL", wrong: "1", "2"),
    Cell(.integer16, .boolean, "NULL", "NULL", wrong: "0", "1"),
    Cell(.double, .decimal, "1e200", "NULL", wrong: "1e200", "0"),
    Cell(.decimal, .integer64, "'123456789012345678901'", "NULL", wrong: "123456789012345678"),
    Cell(.decimal, .integer64, "CAST('12.50e1x' AS BLOB)", "NULL", wrong: "125", "12"),
  ]

  @Test("A cell is right or wrong by its old value alone", arguments: cells) func cell(_ cell: Cell) throws {
    #expect(try keysThatDiffer(cell, cell.right) == [])
    for wrong in cell.wrong { #expect(try keysThatDiffer(cell, wrong) == [1], "\(wrong)") }
  }

  private func keysThatDiffer(_ cell: Cell, _ new: String) throws -> [Int64] {
    let folder = try ValidationFolder()
    let models = try [cell.from, cell.to].map { type in
      try ManagedObjectModel(
        name: "M",
        entities: [ValidationShelf.entity("A", attributes: [ValidationShelf.attribute("x", type)])])
    }
    for (name, model, value) in [("old", models[0], cell.old), ("new", models[1], new)] {
      try ValidationShelf.create(
        folder.file(name), model: model,
        rows: "INSERT INTO ZA (Z_PK, Z_ENT, Z_OPT, ZX) VALUES (1, 1, 1, \(value))")
    }
    let request = try ValidationShelf.request(
      source: folder.file("old"), destination: folder.file("new"), from: models[0], to: models[1])
    let result = try Validator(request).run()
    #expect(
      result.differences.allSatisfy { [.validationValueDiffers, .validationAccountOpen].contains($0.id) })
    return result.differences.filter { $0.id == .validationValueDiffers }.flatMap(\.oldKeys)
  }

  /// The same in every run.
  private struct Numbers: RandomNumberGenerator {
    private var state: UInt64 = 0x7F3A

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state ^ (state >> 29)) &* 0xBF58_476D_1CE4_E5B9 ^ (state >> 32)
    }
  }

  /// Texts and numbers at random: the two ways to convert agree on every one.
  @Test func theWriterAgrees() {
    var random = Numbers()
    let alphabet = Array("0123456789.-+eE 0001".utf8)
    let texts = (0..<4000).map { _ in
      Value.text((0..<Int.random(in: 0...12, using: &random)).map { _ in alphabet.randomElement() ?? 0x30 })
    }
    let reals = (0..<4000).map { _ in Value.real(Double(bitPattern: random.next())) }
    let integers = (0..<4000).map { _ in
      Value.integer(
        Int64.random(in: .min ... .max, using: &random) >> Int64.random(in: 0..<63, using: &random))
    }
    let values =
      texts + integers + reals.filter { if case .real(let real) = $0 { !real.isNaN } else { false } }
    var compared = 0
    for from in AttributeType.allCases {
      for to in AttributeType.allCases {
        guard let conversion = ValueConversion(from: from, to: to) else { continue }
        let (writer, validator) = (ValueConverter(from: from, to: to), ConvertedValue(conversion))
        for value in values {
          let (written, expected) = (writer.convert(value).value, validator.expected(value))
          if !ConvertedValue.isEqual(written, expected) {
            Issue.record("\(from) to \(to): \(value) gives \(written), not \(expected)")
            return
          }
          compared += 1
        }
      }
    }
    #expect(compared > 300_000)
  }
}
