/// Reads an attribute's default in the form a store would hold it.
enum DefaultValueReader {
  struct Reading {
    let value: DefaultValue?
    /// There is a default, on a type that has none.
    var isIgnored = false
  }

  static func defaultValue(
    _ element: ModelElement, type: AttributeType
  ) throws(ModelError) -> Reading {
    switch type {
    case .date: return Reading(value: try date(element))
    case .string:
      // Here an empty text is a default, and differs from none.
      return Reading(value: element.element.attribute("defaultValueString").map { .text($0) })
    default: break
    }
    guard let text = element.text("defaultValueString") else { return Reading(value: nil) }
    guard let reading = reading(text, type: type) else {
      throw element.invalid("the default does not fit the attribute's type")
    }
    return reading
  }

  /// A default that stands as a text of its own; a Date's does not.
  ///
  /// - Returns: nil when the text does not fit the type.
  static func reading(_ text: String, type: AttributeType) -> Reading? {
    let value: DefaultValue?
    switch type {
    case .integer16, .integer32, .integer64: value = integer(text)
    case .boolean: value = boolean(text)
    case .double: value = real(text).map { .real($0) }
    // A store holds a Float rounded to single precision.
    case .float: value = real(text).map { .real(Double(Float($0))) }
    case .decimal: value = isDecimal(text) ? .decimal(text) : nil
    case .string, .uri: value = .text(text)
    case .uuid: value = uuid(text)
    case .undefined, .binary, .transformable, .objectID, .composite, .date:
      return Reading(value: nil, isIgnored: true)
    }
    return value.map { Reading(value: $0) }
  }

  /// `defaultDateTimeInterval` counts; the text beside it is for people, in whatever zone Xcode ran.
  private static func date(_ element: ModelElement) throws(ModelError) -> DefaultValue? {
    if let seconds = try element.number("defaultDateTimeInterval") { return .real(seconds) }
    guard element.text("defaultValueString") == nil else {
      throw element.invalid("a Date has a defaultValueString but no defaultDateTimeInterval")
    }
    return nil
  }

  /// `NO` is left behind where an attribute was a Boolean before, `0.0` where it was a Double. Core Data reads
  /// `NO` as 0, as the models cached in stores show; what it makes of `YES` was never seen, so it is refused.
  private static func integer(_ text: String) -> DefaultValue? {
    if text == "NO" { return .integer(0) }
    if let integer = Int64(text) { return .integer(integer) }
    return Double(text).flatMap { Int64(exactly: $0) }.map { .integer($0) }
  }

  private static func boolean(_ text: String) -> DefaultValue? {
    switch text {
    case "YES", "true", "1": .integer(1)
    case "NO", "false", "0": .integer(0)
    default: nil
    }
  }

  private static func real(_ text: String) -> Double? {
    Double(text).flatMap { $0.isFinite ? $0 : nil }
  }

  /// Digits with an optional sign, point and exponent: what `Double` takes, without its words and hexadecimals.
  private static func isDecimal(_ text: String) -> Bool {
    let allowed = Set("0123456789+-.eE".utf8)
    return text.utf8.allSatisfy { allowed.contains($0) } && real(text) != nil
  }

  private static func uuid(_ text: String) -> DefaultValue? {
    let groups = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard groups.map(\.count) == [8, 4, 4, 4, 12] else { return nil }
    let digits = groups.joined().compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    guard digits.count == 32 else { return nil }
    return .blob((0..<16).map { UInt8(digits[$0 * 2] << 4 | digits[$0 * 2 + 1]) })
  }
}
