/// Reads JSON (RFC 8259) strictly: one document, no key twice, bounded depth, no integer that would lose
/// digits.
struct JSONReader {
  /// Far deeper than any report.
  static let maximumDepth = 64

  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  static func read(_ bytes: [UInt8]) throws(JSONSyntaxError) -> JSONValue {
    var reader = JSONReader(bytes)
    let value = try reader.value()
    reader.skipSpace()
    guard reader.position == bytes.count else { throw reader.error(.trailingText) }
    return value
  }

  private mutating func value() throws(JSONSyntaxError) -> JSONValue {
    skipSpace()
    guard let byte = peek else { throw error(.unexpectedEnd) }
    switch Unicode.Scalar(byte) {
    case "{": return try object()
    case "[": return try array()
    case "\"": return .string(try string())
    case "-", "0"..."9": return try number()
    default:
      for (word, value) in [("true", .bool(true)), ("false", .bool(false)), ("null", JSONValue.null)]
      where bytes[position...].starts(with: word.utf8) {
        position += word.utf8.count
        return value
      }
      throw error(.unexpectedCharacter)
    }
  }

  private mutating func object() throws(JSONSyntaxError) -> JSONValue {
    var members: [String: JSONValue] = [:]
    try list(closedBy: "}") { reader throws(JSONSyntaxError) in
      reader.skipSpace()
      let start = reader.position
      guard reader.peek == UInt8(ascii: "\"") else {
        throw reader.error(reader.peek == nil ? .unexpectedEnd : .unexpectedCharacter)
      }
      let key = try reader.string()
      guard members[key] == nil else { throw reader.error(.duplicateKey, at: start) }
      try reader.expect(":")
      members[key] = try reader.value()
    }
    return .object(members)
  }

  private mutating func array() throws(JSONSyntaxError) -> JSONValue {
    var elements: [JSONValue] = []
    try list(closedBy: "]") { reader throws(JSONSyntaxError) in elements.append(try reader.value()) }
    return .array(elements)
  }

  private mutating func list(
    closedBy close: Unicode.Scalar, _ element: (inout JSONReader) throws(JSONSyntaxError) -> Void
  ) throws(JSONSyntaxError) {
    guard depth < Self.maximumDepth else { throw error(.tooDeep) }
    depth += 1
    position += 1
    skipSpace()
    if peek != UInt8(ascii: close) {
      try element(&self)
      skipSpace()
      while peek == UInt8(ascii: ",") {
        position += 1
        try element(&self)
        skipSpace()
      }
    }
    try expect(close)
    depth -= 1
  }

  private mutating func number() throws(JSONSyntaxError) -> JSONValue {
    let start = position
    var isReal = false
    take("-")
    if !take("0") { try digits(from: start) }
    if take(".") {
      isReal = true
      try digits(from: start)
    }
    if take("e") || take("E") {
      isReal = true
      if !take("+") { take("-") }
      try digits(from: start)
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isReal, let real = Double(text), real.isFinite { return .real(real) }
    if !isReal, let integer = Int64(text) { return .integer(integer) }
    throw error(.numberOutOfRange, at: start)
  }

  private mutating func digits(from start: Int) throws(JSONSyntaxError) {
    let first = position
    while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
    guard position > first else { throw error(.invalidNumber, at: start) }
  }

  private mutating func string() throws(JSONSyntaxError) -> String {
    position += 1
    var text: [UInt8] = []
    let start = position
    while let byte = peek, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw error(.controlCharacter) }
      if byte == UInt8(ascii: "\\") {
        text += Array(String(try escape()).utf8)
      } else {
        text.append(byte)
        position += 1
      }
    }
    guard let decoded = String(validating: text, as: UTF8.self) else { throw error(.notUTF8, at: start) }
    try expect("\"")
    return decoded
  }

  private mutating func escape() throws(JSONSyntaxError) -> Unicode.Scalar {
    let start = position
    position += 1
    guard let byte = peek else { throw error(.unexpectedEnd) }
    position += 1
    switch Unicode.Scalar(byte) {
    case "\"", "\\", "/": return Unicode.Scalar(byte)
    case "b": return "\u{8}"
    case "f": return "\u{C}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "u":
      let unit = try codeUnit(from: start)
      if let scalar = Unicode.Scalar(unit) { return scalar }
      if (0xD800..<0xDC00).contains(unit), take("\\"), take("u") {
        let low = try codeUnit(from: start)
        let combined = 0x10000 + UInt32(unit & 0x3FF) << 10 + UInt32(low & 0x3FF)
        if (0xDC00..<0xE000).contains(low), let scalar = Unicode.Scalar(combined) { return scalar }
      }
      throw error(.loneSurrogate, at: start)
    default: throw error(.invalidEscape, at: start)
    }
  }

  private mutating func codeUnit(from start: Int) throws(JSONSyntaxError) -> UInt16 {
    let digits = bytes[position...].prefix(4)
    // A sign would pass the conversion below.
    guard digits.count == 4, digits.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }),
      let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw error(.invalidEscape, at: start) }
    position += 4
    return unit
  }

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  @discardableResult
  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: scalar) else { return false }
    position += 1
    return true
  }

  private mutating func expect(_ scalar: Unicode.Scalar) throws(JSONSyntaxError) {
    if scalar != "\"" { skipSpace() }
    guard take(scalar) else { throw error(peek == nil ? .unexpectedEnd : .unexpectedCharacter) }
  }

  private mutating func skipSpace() {
    while let byte = peek, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
  }

  private func error(_ reason: JSONSyntaxError.Reason, at offset: Int? = nil) -> JSONSyntaxError {
    let before = bytes[..<(offset ?? position)]
    let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return JSONSyntaxError(
      reason: reason, line: before.count(where: { $0 == 0x0A }) + 1,
      // Every byte but UTF-8's continuation bytes begins a scalar.
      column: before[lineStart...].count(where: { $0 & 0xC0 != 0x80 }) + 1)
  }
}

extension JSONValue {
  package init(parsing bytes: [UInt8]) throws(JSONSyntaxError) { self = try JSONReader.read(bytes) }
}
