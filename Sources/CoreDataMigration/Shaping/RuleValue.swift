import CoreDataModel
import CoreDataStore
import SQLite

/// What an expression gives, as a store keeps it. Nothing is guessed: no text becomes a number, no number a text.
enum RuleValue {
  /// - Returns: nil where an attribute of that type cannot hold the value.
  static func stored(_ value: Value, as attribute: AttributeDescription) -> Value? {
    if value == .null { return .null }
    switch (attribute.type, value) {
    case (.boolean, _): return whole(value, in: 0...1)
    case (.integer16, _): return whole(value, in: Int64(Int16.min)...Int64(Int16.max))
    case (.integer32, _): return whole(value, in: Int64(Int32.min)...Int64(Int32.max))
    case (.integer64, _): return whole(value, in: .min ... .max)
    case (.double, .integer(let number)), (.date, .integer(let number)):
      let real = Double(number)
      return Int64(exactly: real) == number ? .real(real) : nil
    case (.double, .real(let number)), (.date, .real(let number)): return number.isFinite ? value : nil
    case (.float, .integer(let number)):
      let real = Float(number)
      return Int64(exactly: real) == number ? .real(Double(real)) : nil
    case (.float, .real(let number)):
      // Core Data keeps a Float as the number it is, in eight bytes.
      let real = Double(Float(number))
      return real.isFinite ? .real(real) : nil
    case (.decimal, .integer): return value
    case (.decimal, .real(let number)): return number.isFinite ? value : nil
    case (.string, .text), (.uri, .text), (.transformable, .blob): return value
    case (.uuid, .blob(let bytes)): return bytes.count == 16 ? value : nil
    case (.binary, .blob(let bytes)):
      return attribute.allowsExternalBinaryDataStorage ? .blob([ExternalReference.inlineTag] + bytes) : value
    default: return nil
    }
  }

  /// A text of a mapping file's table of values, as the attribute holds it.
  static func stored(text: String, as attribute: AttributeDescription) -> Value? {
    switch attribute.type {
    case .string, .uri: .text(text)
    case .boolean, .integer16, .integer32, .integer64:
      Int64(text).flatMap { stored(.integer($0), as: attribute) }
    case .decimal, .double, .float, .date:
      Int64(text).flatMap { stored(.integer($0), as: attribute) }
        ?? Double(text).flatMap { stored(.real($0), as: attribute) }
    default: nil
    }
  }

  private static func whole(_ value: Value, in range: ClosedRange<Int64>) -> Value? {
    let number: Int64? =
      switch value {
      case .integer(let integer): integer
      case .real(let real): Int64(exactly: real)
      default: nil
      }
    return number.flatMap { range.contains($0) ? .integer($0) : nil }
  }
}
