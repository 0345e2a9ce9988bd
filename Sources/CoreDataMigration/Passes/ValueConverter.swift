import CoreDataModel
import Digests
import SQLite

/// What a value becomes where the type of its attribute changes (Documentation/Inference.md).
struct ValueConverter {
  struct Outcome: Equatable {
    /// NULL where the new type has no room for it.
    let value: Value
    /// Nil where nothing is lost.
    let loss: ConversionLoss?

    static func exact(_ value: Value) -> Outcome { Outcome(value: value, loss: nil) }
    static func truncated(_ value: Value) -> Outcome { Outcome(value: value, loss: .truncation) }
    static func lossless(_ value: Value, if isExact: Bool) -> Outcome {
      isExact ? exact(value) : truncated(value)
    }
    static let overflow = Outcome(value: .null, loss: .overflow)
    static let unparsable = Outcome(value: .null, loss: .unparsable)
  }

  let from: AttributeType
  let to: AttributeType

  func convert(_ value: Value) -> Outcome {
    switch value {
    case .null: .exact(.null)
    case .integer(let integer) where Self.numbers.contains(from): convert(integer: integer)
    case .real(let real) where Self.reals.contains(from): convert(real: real)
    case .text(let bytes) where from == .string || from == .uri: convert(text: bytes)
    case .text(let bytes) where from == .decimal: convert(decimal: bytes)
    case .blob(let bytes) where from == .uuid: convert(uuid: bytes)
    default: .unparsable
    }
  }

  private static let numbers: Set<AttributeType> = [
    .integer16, .integer32, .integer64, .boolean, .double, .float, .date, .decimal,
  ]
  private static let reals: Set<AttributeType> = [.double, .float, .date, .decimal]

  /// What an integer type can hold; nil for the others.
  private var range: ClosedRange<Int64>? {
    switch to {
    case .boolean: 0...1
    case .integer16: Int64(Int16.min)...Int64(Int16.max)
    case .integer32: Int64(Int32.min)...Int64(Int32.max)
    case .integer64: Int64.min...Int64.max
    default: nil
    }
  }

  private func convert(integer: Int64) -> Outcome {
    if let range { return range.contains(integer) ? .exact(.integer(integer)) : .overflow }
    switch to {
    case .double, .date:
      let real = Double(integer)
      return .lossless(.real(real), if: Int64(exactly: real) == integer)
    case .float:
      let real = Float(integer)
      return .lossless(.real(Double(real)), if: Int64(exactly: real) == integer)
    case .decimal: return .exact(.integer(integer))
    case .string: return .exact(.text(String(integer)))
    default: return .unparsable
    }
  }

  private func convert(real: Double) -> Outcome {
    if let range {
      let whole = real.rounded(.towardZero)
      guard let integer = Int64(exactly: whole), range.contains(integer) else { return .overflow }
      return .lossless(.integer(integer), if: whole == real)
    }
    switch to {
    case .double: return .exact(.real(real))
    case .float:
      let float = Float(real)
      guard float.isFinite || !real.isFinite else { return .overflow }
      return .lossless(.real(Double(float)), if: Double(float) == real)
    case .date: return real.isFinite ? .exact(.real(real)) : .overflow
    case .decimal:
      guard let number = DecimalText(Array(real.description.utf8)), number.fitsDecimal else {
        return .overflow
      }
      return .exact(.real(real))
    default: return .unparsable
    }
  }

  /// A Decimal that was too long for a number is stored as its digits.
  private func convert(decimal bytes: [UInt8]) -> Outcome {
    guard let number = DecimalText(bytes) else { return .unparsable }
    guard let range else { return convert(number, bytes) }
    guard let (integer, isWhole) = number.integer, range.contains(integer) else { return .overflow }
    return .lossless(.integer(integer), if: isWhole)
  }

  private func convert(text bytes: [UInt8]) -> Outcome {
    switch to {
    case .string: return .exact(.text(bytes))
    case .uri: return URIText.isValid(bytes) ? .exact(.text(bytes)) : .unparsable
    case .uuid: return UUIDText.bytes(bytes).map { .exact(.blob($0)) } ?? .unparsable
    default: break
    }
    guard let number = DecimalText(bytes) else { return .unparsable }
    guard let range else { return convert(number, bytes) }
    guard number.isPlainInteger else { return .unparsable }
    guard let (integer, _) = number.integer, range.contains(integer) else { return .overflow }
    // What does not read back as it was, as 007, may be more of a code than a number.
    return .lossless(.integer(integer), if: Array(String(integer).utf8) == bytes)
  }

  /// Digits as a binary number: nothing is lost where its shortest digits are the same number.
  private func convert(_ number: DecimalText, _ bytes: [UInt8]) -> Outcome {
    let text = String(decoding: bytes, as: UTF8.self)
    let real: Double
    let shortest: String
    if to == .float {
      let float = Float(text) ?? .infinity
      (real, shortest) = (Double(float), float.description)
    } else {
      real = Double(text) ?? .infinity
      shortest = real.description
    }
    guard real.isFinite else { return .overflow }
    // SQLite keeps no sign of zero, nor do integers.
    if real == 0, number.isNegative { return .truncated(.real(0)) }
    let isSame = DecimalText(Array(shortest.utf8))?.isSameNumber(as: number) ?? false
    return .lossless(.real(real), if: isSame && !number.hasLeadingZeros)
  }

  private func convert(uuid bytes: [UInt8]) -> Outcome {
    bytes.count == 16 ? .exact(.text(bytes.uuidText)) : .unparsable
  }
}
