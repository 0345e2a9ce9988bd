/// Looks at the characters before libyaml does, which gives no line and column for those it refuses.
enum YAMLCharacters {
  static func check(_ bytes: ArraySlice<UInt8>) throws(YAMLError) {
    var (line, column) = (1, 1)
    var isAfterReturn = false
    var decoder = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    while true {
      switch decoder.parseScalar(from: &iterator) {
      case .emptyInput: return
      case .error: throw YAMLError(.notUTF8, at: YAMLMark(line: line, column: column))
      case .valid(let encoded):
        let scalar = Unicode.UTF8.decode(encoded)
        guard isAllowed(scalar) else {
          throw YAMLError(.controlCharacter, at: YAMLMark(line: line, column: column))
        }
        if scalar == "\n", isAfterReturn {
          isAfterReturn = false
        } else if isBreak(scalar) {
          (line, column) = (line + 1, 1)
          isAfterReturn = scalar == "\r"
        } else {
          column += 1
          isAfterReturn = false
        }
      }
    }
  }

  /// The breaks of YAML 1.1, which libyaml counts.
  private static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
    ["\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"].contains(scalar)
  }

  /// Printable characters of YAML 1.1, section 4.1.1, without the byte order mark: libyaml accepts no others.
  static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20...0x7E, 0x85, 0xA0...0xD7FF, 0xE000...0xFEFE, 0xFF00...0xFFFD,
      0x10000...0x10FFFF:
      true
    default: false
    }
  }
}
