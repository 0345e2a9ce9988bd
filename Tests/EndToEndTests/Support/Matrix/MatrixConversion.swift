import Foundation

/// What becomes of a value where its type changes: the table of `Inference.md`, as far as the matrix uses it.
enum MatrixConversion {
  enum Loss: String { case overflow, truncation, unparsable }

  enum Outcome {
    case value(MatrixCell)
    /// With what can be kept.
    case loss(Loss, MatrixCell)
    /// The change cannot be inferred.
    case unclear
  }

  private static let integers: [String: ClosedRange<Int64>] = [
    "Integer 16": -0x8000...0x7FFF, "Integer 32": -0x8000_0000...0x7FFF_FFFF,
    "Integer 64": Int64.min...Int64.max,
  ]

  static func convert(_ cell: MatrixCell, from old: String, to new: String) -> Outcome {
    if cell == .null || old == new { return .value(cell) }
    switch (cell, integers[old] != nil) {
    case (.integer(let number), true):
      if let range = integers[new] {
        return range.contains(number) ? .value(cell) : .loss(.overflow, .null)
      }
      if new == "Boolean" { return (0...1).contains(number) ? .value(cell) : .loss(.overflow, .null) }
      if new == "Double" { return .value(.real(Double(number))) }
      if new == "String" { return .value(.text(String(number))) }
    case (.real(let number), _) where old == "Double":
      if let range = integers[new] {
        guard let whole = Int64(exactly: number.rounded(.towardZero)), range.contains(whole) else {
          return .loss(.overflow, .null)
        }
        return Double(whole) == number ? .value(.integer(whole)) : .loss(.truncation, .integer(whole))
      }
      if new == "Date" { return .value(cell) }
    case (.real, _) where old == "Date" && new == "Double": return .value(cell)
    case (.text(let text), _) where old == "String":
      guard let range = integers[new] else { return .unclear }
      let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
      guard !digits.isEmpty, digits.allSatisfy({ ("0"..."9").contains($0) }) else {
        return .loss(.unparsable, .null)
      }
      guard let number = Int64(text), range.contains(number) else { return .loss(.overflow, .null) }
      return String(number) == text ? .value(.integer(number)) : .loss(.truncation, .integer(number))
    default: break
    }
    return .unclear
  }
}
