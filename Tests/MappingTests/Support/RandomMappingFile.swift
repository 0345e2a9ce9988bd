@testable import CoreDataMapping
import CoreDataModel

/// Mapping files with all that the format can say, and texts that are hard to write.
struct RandomMappingFile: RandomNumberGenerator {
  private static let letters = Array(
    "abcXYZ019_ _ .,:;#-?!&*|>%@`'\"{}[]()<>=~/\\\t\r\n\u{1}\u{7F}\u{85}\u{A0}\u{2028}\u{FEFF}\u{FFFF}äße\u{301}€字𝄞"
      .unicodeScalars)
  private static let hard = [
    "null", "~", "1", "-", "- a", "? a", "a: b", "a:", ":a", "a #b", "#a", " a", "a ", "'", "\"", "''", "\\",
    "&a", "*a",
    "!a", "|", ">", "%a", "@a", "`a", "{a", "[a", "---", "...", "--- a", "<<", "=", "a\nb", "a\n", "\na",
    "a\r\nb", "\t",
    "a\tb", "true", "(SELECT name FROM \"Author\" WHERE objectID = author)", "''''",
    String(repeating: "x", count: 999), String(repeating: "x", count: 1025),
    String(repeating: "ä:", count: 600),
  ]

  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  mutating func file() -> MappingFile {
    let count = Int.random(in: 1...3, using: &self)
    var steps = (0..<count).map { _ in Located(step(), notes: notes()) }
    for index in steps.indices where count > 1 {
      steps[index].value.from = Located("\(index)" + text())
      steps[index].value.to = Located("\(index)" + text())
    }
    let assertions = some { random in random.assertion() }
    return MappingFile(
      steps: steps,
      assertions: assertions.enumerated().map { index, assertion in
        var named = assertion
        named.name = Located("\(index)" + named.name.value)
        return Located(named, notes: notes())
      })
  }

  mutating func notes() -> [String] {
    Bool.random(using: &self) ? [] : some { $0.value() }
  }

  private mutating func step() -> MappingStep {
    var step = MappingStep()
    step.from = Bool.random(using: &self) ? located(text()) : nil
    step.to = Bool.random(using: &self) ? located(text()) : nil
    step.entities = some { random in random.located(random.entity()) }
    step.drop = unique { $0.name() }.enumerated().compactMap { index, name in
      located(index.isMultiple(of: 2) ? .entity(name) : .property(PropertyKey(name, name)))
    }
    step.merge = some { random in random.located(random.merge()) }
    step.defaults = unique { $0.name() }.map { name in
      MappingEntry(located(PropertyKey(name, name)), located(text()))
    }
    return step
  }

  private mutating func entity() -> EntityRule {
    var rule = EntityRule(name: located(text()))
    rule.from = unique { $0.text() }.map { located($0) }
    rule.condition = Bool.random(using: &self) ? located(text()) : nil
    rule.set = unique { $0.text() }.map { MappingEntry(located($0), located(text())) }
    rule.values = unique { $0.text() }.map { MappingEntry(located($0), located(table())) }
    rule.connect = unique { $0.text() }.map { MappingEntry(located($0), located(ConnectionSource(text()))) }
    rule.onInvalid = InvalidRowsRule.allCases.randomElement(using: &self).map { located($0) }
    return rule
  }

  private mutating func table() -> ValueTable {
    let old = unique { $0.value() } + ["last of all"]
    return ValueTable(
      from: located(text()), map: old.map { MappingEntry(located($0), located(value())) },
      fallback: Bool.random(using: &self) ? located(value()) : nil)
  }

  private mutating func merge() -> MergeRule {
    let terms = (0...Int.random(in: 0...2, using: &self)).map { _ in
      KeepTerm(name(), isDescending: Bool.random(using: &self))
    }
    return MergeRule(
      entity: located(text()), by: (unique { $0.text() } + ["last of all"]).map { located($0) },
      keep: located(terms))
  }

  private mutating func assertion() -> MappingAssertion {
    let side = MappingAssertion.Side.allCases.randomElement(using: &self) ?? .both
    let isAbsent = side == .both && Bool.random(using: &self)
    return MappingAssertion(
      name: located(text()), on: located(side), query: located(text()),
      expect: isAbsent ? nil : located(value()))
  }

  private mutating func located<Value>(_ value: Value) -> Located<Value> {
    Located(value, notes: notes())
  }

  private mutating func some<Element>(_ element: (inout Self) -> Element) -> [Element] {
    (0..<Int.random(in: 0...3, using: &self)).map { _ in element(&self) }
  }

  private mutating func unique(_ element: (inout Self) -> String) -> [String] {
    var seen: Set<String> = []
    return some(element).filter { seen.insert($0).inserted }
  }

  /// Any text, without a NUL.
  private mutating func value() -> String {
    if Int.random(in: 0..<3, using: &self) == 0, let hard = Self.hard.randomElement(using: &self) {
      return hard
    }
    let scalars = (0..<Int.random(in: 0...12, using: &self)).compactMap { _ in
      Self.letters.randomElement(using: &self)
    }
    return String(String.UnicodeScalarView(scalars))
  }

  /// Not empty.
  private mutating func text() -> String {
    let text = value()
    return text.contains { !$0.isWhitespace } ? text : "x" + text
  }

  private mutating func name() -> String {
    ["a", "b", "größe", "Entity", "字", "_x1"].randomElement(using: &self) ?? "a"
  }
}
