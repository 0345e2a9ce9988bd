import CoreDataModel
import SQLite

/// Defaults of a model as SQL text. They come from the model, not from anybody's data.
enum SQLLiteral {
  static func text(_ value: DefaultValue?) -> String {
    switch value {
    case nil: "NULL"
    case .integer(let integer): String(integer)
    case .real(let real): real.isFinite ? "\(real)" : "NULL"
    // The column's affinity makes a number of it, exactly where one fits.
    case .decimal(let digits): Identifier.literal(digits)
    case .text(let string): Identifier.literal(string)
    case .blob(let bytes): "X'" + bytes.map(Self.hexadecimal).joined() + "'"
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = Array("0123456789ABCDEF")
    return String([digits[Int(byte >> 4)], digits[Int(byte & 15)]])
  }
}
