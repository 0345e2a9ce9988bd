#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import CoreDataMapping
import CoreDataModel
import SQLite

/// What a value of another type must have become. Shares nothing with the code that converts.
struct ConvertedValue {
  private let from: AttributeType
  private let to: AttributeType

  init(_ conversion: ValueConversion) { (from, to) = (conversion.from, conversion.to) }

  /// NULL for a value that the new type has no room for.
  func expected(_ value: Value) -> Value {
    switch (value, from) {
    case (.integer(let number), .integer16), (.integer(let number), .integer32),
      (.integer(let number), .integer64), (.integer(let number), .boolean):
      of(integer: number)
    case (.integer(let number), .double), (.integer(let number), .float), (.integer(let number), .date),
      (.integer(let number), .decimal):
      of(integer: number)
    case (.real(let number), .double), (.real(let number), .float), (.real(let number), .date),
      (.real(let number), .decimal):
      of(real: number)
    case (.text(let text), .uri): .text(text)
    case (.text(let text), .decimal), (.text(let text), .string): of(text: text)
    case (.blob(let bytes), .uuid) where bytes.count == 16: .text(Self.written(bytes))
    default: .null
    }
  }

  /// Whether a cell holds what it must. A column of another affinity may keep a whole number as an integer.
  static func isEqual(_ cell: Value, _ expected: Value) -> Bool {
    switch (cell, expected) {
    // SQLite keeps no sign of zero.
    case (.real(let cell), .real(let real)): cell == real
    case (.integer(let cell), .real(let real)): Int64(exactly: real) == cell
    case (.real(let cell), .integer(let integer)): Int64(exactly: cell) == integer
    default: cell == expected
    }
  }

  private func of(integer: Int64) -> Value {
    switch to {
    case .boolean: integer == 0 || integer == 1 ? .integer(integer) : .null
    case .integer16: Int16(exactly: integer) == nil ? .null : .integer(integer)
    case .integer32: Int32(exactly: integer) == nil ? .null : .integer(integer)
    case .integer64, .decimal: .integer(integer)
    case .float: .real(Double(Float(integer)))
    case .double, .date: .real(Double(integer))
    case .string: .text(String(describing: integer))
    default: .null
    }
  }

  private func of(real: Double) -> Value {
    switch to {
    case .integer16, .integer32, .integer64:
      // 2^63 is the first that no integer reaches.
      guard real >= -0x1p63, real < 0x1p63 else { return .null }
      return of(integer: Int64(real))
    case .float:
      let rounded = Float(real)
      return rounded.isInfinite && real.isFinite ? .null : .real(Double(rounded))
    case .date: return real.isFinite ? .real(real) : .null
    // A Decimal has 38 digits and powers of ten from -128 to 127; a Double's shortest form has 17 digits.
    case .decimal: return Self.isDecimal(real) ? .real(real) : .null
    case .double: return .real(real)
    default: return .null
    }
  }

  private func of(text: [UInt8]) -> Value {
    switch to {
    case .uuid: return Self.read(uuid: text).map { .blob($0) } ?? .null
    case .uri: return Self.isURI(text) ? .text(text) : .null
    default: break
    }
    guard Self.isNumber(text) else { return .null }
    switch to {
    case .double: return Self.finite(strtod(Self.string(text), nil))
    case .float: return Self.finite(Double(strtof(Self.string(text), nil)))
    case .integer16, .integer32, .integer64:
      if from == .decimal { return whole(text) }
      guard let number = Int64(Self.string(text)) else { return .null }
      return of(integer: number)
    default: return .null
    }
  }

  /// The whole part of a Decimal's digits.
  private func whole(_ text: [UInt8]) -> Value {
    let parts = Self.string(text).lowercased().split(separator: "e", omittingEmptySubsequences: false)
    let power = parts.count > 1 ? Int(parts[1]) ?? (parts[1].hasPrefix("-") ? -999_999 : 999_999) : 0
    let sides = (parts.first ?? "").split(separator: ".", omittingEmptySubsequences: false)
    let isNegative = sides.first?.hasPrefix("-") ?? false
    let whole = (sides.first ?? "").drop { $0 == "-" }
    let fraction = sides.count > 1 ? sides[1] : ""
    let point = whole.count + min(max(power, -999_999), 999_999)
    let digits = String(whole + fraction)
    if digits.allSatisfy({ $0 == "0" }) { return of(integer: 0) }
    var kept = String(digits.prefix(max(point, 0)))
    if point > digits.count { kept += String(repeating: "0", count: point - digits.count) }
    let significant = String(kept.drop { $0 == "0" })
    guard significant.count <= 19 else { return .null }
    return Int64((isNegative ? "-" : "") + (significant.isEmpty ? "0" : significant)).map {
      of(integer: $0)
    } ?? .null
  }

  private static func finite(_ real: Double) -> Value { real.isFinite ? .real(real) : .null }

  private static func string(_ text: [UInt8]) -> String { String(decoding: text, as: UTF8.self) }
}
