import CoreDataModel

/// Writes SQL over the views of the source.
enum SourceSQL {
  static func name(_ name: String) -> String {
    "\"\(name.replacing("\"", with: "\"\""))\""
  }

  /// Nil for a text that SQL cannot hold.
  static func text(_ text: String) -> String? {
    text.utf8.contains(0) ? nil : "'\(text.replacing("'", with: "''"))'"
  }

  /// The shortest digits that read back as the same number; nil for what is none.
  static func number(_ number: Double) -> String? {
    number.isFinite ? number.description : nil
  }

  static func data(_ bytes: [UInt8]) -> String {
    let digits = bytes.map { byte in
      let text = String(byte, radix: 16, uppercase: true)
      return text.count == 1 ? "0" + text : text
    }
    return "x'\(digits.joined())'"
  }

  static func value(_ value: DefaultValue) -> String? {
    switch value {
    case .integer(let number): String(number)
    case .real(let number): self.number(number)
    case .decimal(let digits): Double(digits) == nil ? nil : digits
    case .text(let text): self.text(text)
    case .blob(let bytes): data(bytes)
    }
  }
}
