import CoreDataModel
import Diagnostics
import SQLite

/// The rules of one attribute, asked of every value of one exact entity.
final class ValueRule {
  private let storageClasses: UInt8
  private let isDate: Bool
  private let isString: Bool
  private let isUUID: Bool
  private let isTagged: Bool
  private let isFloat: Bool
  /// What an integer of this type can be; nil where every one can.
  private let integers: ClosedRange<Int64>?
  private let isRequired: Bool
  private let minimum: Double?
  private let maximum: Double?
  private let pattern: PatternRule?

  private let missing: Evidence
  private let wrongClass: Evidence
  private let tooSmall: Evidence
  private let tooLarge: Evidence
  private let implausible: Evidence
  private let wrongTag: Evidence
  private let outOfType: Evidence
  private let tooPrecise: Evidence
  private let notText: Evidence

  /// `Date.distantPast` and `Date.distantFuture`, in seconds since 2001.
  private static let plausibleDates = -63_114_076_800.0...63_113_904_000.0

  /// - Parameter subject: exact destination entity and the attribute's name.
  init(_ attribute: AttributeDescription, subject: PropertyKey, book: EvidenceBook) {
    storageClasses = Self.storageClasses(of: attribute.type)
    isDate = attribute.type == .date
    isString = attribute.type == .string
    isUUID = attribute.type == .uuid
    isFloat = attribute.type == .float
    integers = Self.integers(of: attribute.type)
    isTagged = attribute.allowsExternalBinaryDataStorage
    isRequired = !attribute.isOptional
    minimum = attribute.minimumValue
    maximum = attribute.maximumValue
    pattern = PatternRule(attribute, subject: subject, book: book)
    let kept = [
      "The values were kept. Correct them in the app, which may refuse to save these objects until then."
    ]
    func warning(_ id: DiagnosticID, _ statement: String, _ recovery: [String]? = nil) -> Evidence {
      book.evidence(id, .warning, subject, statement, recovery: recovery ?? kept)
    }
    let setAnew = ["They were kept. Set them anew in the app."]
    missing = warning(
      .valueRequiredMissing, "Values are missing that the model requires.",
      [
        "They stay missing: no default is made up. Set them in the app, which may refuse to save these "
          + "objects until then."
      ])
    wrongClass = book.evidence(
      .valueStorageClass, .error, subject,
      "Values are stored in a form that the attribute's type does not have; Core Data would misread them.",
      recovery: ["They are as they were in the source. Look at the rows named and set them anew in the app."])
    let isText = isString
    tooSmall =
      isText
      ? warning(.valueStringTooShort, "Texts are shorter than the model allows.")
      : isDate
        ? warning(.valueDateTooEarly, "Dates are earlier than the model allows.")
        : warning(.valueNumberTooSmall, "Numbers are smaller than the model allows.")
    tooLarge =
      isText
      ? warning(.valueStringTooLong, "Texts are longer than the model allows.")
      : isDate
        ? warning(.valueDateTooLate, "Dates are later than the model allows.")
        : warning(.valueNumberTooLarge, "Numbers are larger than the model allows.")
    implausible = book.evidence(
      .valueDateImplausible, .note, subject,
      "Dates lie before the year 1 or after the year 4000; they were kept.")
    outOfType = warning(
      .valueNumberOutOfType,
      "Numbers are not ones that the attribute's type can hold; Core Data may read others.", setAnew)
    tooPrecise = book.evidence(
      .valueFloatPrecision, .note, subject,
      "Numbers of a Float attribute are more exact than a Float can be. They were kept; Core Data rounds "
        + "them when it reads them.")
    notText = warning(.valueTextNotUTF8, "Texts are not UTF-8; their bytes were kept.", setAnew)
    wrongTag = warning(
      .valueExternalTag, "Values of an attribute with external storage bear no valid tag byte.",
      ["They were kept as they are. See whether the app shows them."])
  }

  func checkNull(_ key: Int64) {
    if isRequired { missing.add(key) }
  }

  func check(_ key: Int64, integer: Int64) {
    guard allows(.integer) else { return wrongClass.add(key) }
    if let integers, !integers.contains(integer) { outOfType.add(key) }
    if isDate || minimum != nil || maximum != nil { checkNumber(key, Double(integer)) }
  }

  func check(_ key: Int64, real: Double) {
    guard allows(.real) else { return wrongClass.add(key) }
    if isFloat, Double(Float(real)) != real, real.isFinite { tooPrecise.add(key) }
    if isDate || minimum != nil || maximum != nil { checkNumber(key, real) }
  }

  func check(_ key: Int64, text: UnsafeRawBufferPointer) {
    guard allows(.text) else { return wrongClass.add(key) }
    if !Self.isUTF8(text) { notText.add(key) }
    if isString {
      if minimum != nil || maximum != nil { checkBounds(key, Double(Self.utf16Length(text))) }
      pattern?.check(key, text)
    } else if minimum != nil || maximum != nil, let number = Double(String(decoding: text, as: UTF8.self)) {
      checkBounds(key, number)
    }
  }

  func check(_ key: Int64, blob: UnsafeRawBufferPointer) {
    guard allows(.blob), !isUUID || blob.count == 16 else { return wrongClass.add(key) }
    guard isTagged else { return }
    let isInline = blob.first == ExternalFiles.inlineTag
    if !isInline, ExternalFiles.name(blob) == nil { wrongTag.add(key) }
  }

  private func allows(_ storageClass: StorageClass) -> Bool {
    storageClasses & (1 << UInt8(storageClass.rawValue)) != 0
  }

  private func checkNumber(_ key: Int64, _ number: Double) {
    if isDate, !Self.plausibleDates.contains(number) { implausible.add(key) }
    checkBounds(key, number)
  }

  private func checkBounds(_ key: Int64, _ measure: Double) {
    if let minimum, measure < minimum { tooSmall.add(key) }
    if let maximum, measure > maximum { tooLarge.add(key) }
  }

  private static func isUTF8(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var offset = 0
    while offset + 8 <= bytes.count {
      guard bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self) & 0x8080_8080_8080_8080 == 0 else {
        break
      }
      offset += 8
    }
    let rest = UnsafeRawBufferPointer(rebasing: bytes[offset...])
    return rest.allSatisfy { $0 < 0x80 } || String(validating: rest, as: UTF8.self) != nil
  }

  /// UTF-16 units of UTF-8 bytes: one for each character, a second for each of four bytes.
  private static func utf16Length(_ bytes: UnsafeRawBufferPointer) -> Int {
    var length = 0
    for byte in bytes {
      if byte & 0xC0 != 0x80 { length += 1 }
      if byte >= 0xF0 { length += 1 }
    }
    return length
  }

  private static func integers(of type: AttributeType) -> ClosedRange<Int64>? {
    switch type {
    case .boolean: 0...1
    case .integer16: Int64(Int16.min)...Int64(Int16.max)
    case .integer32: Int64(Int32.min)...Int64(Int32.max)
    default: nil
    }
  }

  /// Storage classes a type is stored in (format page 4), as a set of bits.
  private static func storageClasses(of type: AttributeType) -> UInt8 {
    func bits(_ classes: StorageClass...) -> UInt8 { classes.reduce(0) { $0 | 1 << UInt8($1.rawValue) } }
    return switch type {
    case .integer16, .integer32, .integer64, .boolean: bits(.integer)
    case .double, .float, .date: bits(.integer, .real)
    case .decimal: bits(.integer, .real, .text)
    case .string, .uri: bits(.text)
    case .uuid, .binary, .transformable: bits(.blob)
    case .undefined, .objectID, .composite: bits(.integer, .real, .text, .blob)
    }
  }
}
