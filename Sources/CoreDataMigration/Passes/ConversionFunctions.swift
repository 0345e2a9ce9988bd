import CoreDataMapping
import CoreDataModel
import SQLite

/// Offers the conversions of values to SQL: `convertvalue(from, to, value)`, and `conversionloss(from, to, value)`, which
/// is NULL where nothing is lost.
enum ConversionFunctions {
  static func value(_ expression: String, _ conversion: ValueConversion) -> String {
    "convertvalue(\(conversion.from.rawValue), \(conversion.to.rawValue), \(expression))"
  }

  /// A condition that the conversion of a value loses in one way.
  static func loses(_ expression: String, _ conversion: ValueConversion, _ loss: ConversionLoss) -> String {
    "conversionloss(\(conversion.from.rawValue), \(conversion.to.rawValue), \(expression)) = \(loss.rawValue)"
  }

  static func register(on connection: Connection) throws(DatabaseError) {
    try connection.register("convertvalue", argumentCount: 3) { call in
      switch outcome(call)?.value {
      case nil, .null?: return
      case .integer(let integer)?: call.answer(integer)
      case .real(let real)?: call.answer(real)
      case .text(let bytes)?: call.answer(text: bytes)
      case .blob(let bytes)?: call.answer(blob: bytes)
      }
    }
    try connection.register("conversionloss", argumentCount: 3) { call in
      if let loss = outcome(call)?.loss { call.answer(loss.rawValue) }
    }
  }

  private static func outcome(_ call: FunctionCall) -> ValueConverter.Outcome? {
    guard let from = type(call, 0), let to = type(call, 1) else { return nil }
    let value: Value =
      switch call.storageClass(2) {
      case .null: .null
      case .integer: .integer(call.integer(2))
      case .real: .real(call.double(2))
      case .text: .text(call.withBytes(2) { Array($0) })
      case .blob: .blob(call.withBytes(2) { Array($0) })
      }
    return ValueConverter(from: from, to: to).convert(value)
  }

  private static func type(_ call: FunctionCall, _ index: Int) -> AttributeType? {
    UInt32(exactly: call.integer(index)).flatMap { AttributeType(rawValue: $0) }
  }
}
