extension DefaultValue {
  /// For people, as the model's author would write it; a Date in seconds since 2001, as the model has it.
  package func text(of type: AttributeType) -> String {
    switch self {
    case .integer(let value): type == .boolean ? (value == 0 ? "NO" : "YES") : String(value)
    case .real(let value): type == .date ? "\(Self.text(value)) s since 2001" : Self.text(value)
    case .decimal(let digits): digits
    case .text(let text): "\"\(text)\""
    case .blob(let bytes): Self.uuid(bytes)
    }
  }

  /// The shortest digits that read back as the same number; whole numbers without a fraction.
  package static func text(_ number: Double) -> String {
    Int64(exactly: number).map(String.init) ?? number.description
  }

  private static func uuid(_ bytes: [UInt8]) -> String {
    let digits = bytes.map { byte in
      let text = String(byte, radix: 16, uppercase: true)
      return text.count == 1 ? "0" + text : text
    }
    guard digits.count == 16 else { return digits.joined() }
    return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }.joined(separator: "-")
  }
}
