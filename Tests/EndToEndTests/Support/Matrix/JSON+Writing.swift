extension JSON {
  /// As a mapping file may have it: keys sorted, texts in quotes.
  var written: String {
    switch self {
    case .null: "null"
    case .flag(let value): String(value)
    case .integer(let value): String(value)
    case .real(let value): String(value)
    case .text(let bytes): Self.quoted(String(decoding: bytes, as: UTF8.self))
    case .list(let values): "[" + values.map(\.written).joined(separator: ", ") + "]"
    case .object(let values):
      "{"
        + values.sorted { $0.key < $1.key }.map { "\(Self.quoted($0.key)): \($0.value.written)" }.joined(
          separator: ", ") + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
