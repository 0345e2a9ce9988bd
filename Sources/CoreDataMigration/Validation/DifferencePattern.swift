import SQLite

/// What all differing values of one attribute have in common, where it is one of the known ways in which programs that
/// migrate stores go wrong. It tells no value.
final class DifferencePattern {
  private enum Kind: CaseIterable {
    case unixTime, referenceTime, milliseconds, seconds, hours, negativeZero, otherClass, emptied, nulled,
      filled
    case letterCase, spaces, tag

    /// Ends a sentence that begins with the difference.
    var sentence: String {
      switch self {
      case .unixTime:
        "Each is the source's plus 978307200: seconds since 1970 where Core Data counts from 2001."
      case .referenceTime: "Each is the source's less 978307200: seconds were taken for those since 1970."
      case .milliseconds: "Each is 1000 times the source's: milliseconds where seconds should be."
      case .seconds: "Each is a thousandth of the source's: seconds where milliseconds were."
      case .hours:
        "All are off by the same number of whole or half hours: a time zone was added or taken away."
      case .negativeZero: "They are zeros of the other sign."
      case .otherClass: "They are the same numbers in another storage class."
      case .emptied: "They are empty where the source has nothing (NULL)."
      case .nulled: "They are NULL where the source has an empty text or empty data."
      case .filled: "They are there where the source has nothing (NULL)."
      case .letterCase: "They differ in upper and lower case alone."
      case .spaces: "They differ in spaces or line ends around the text alone."
      case .tag: "They differ in the first byte alone: the tag of external storage."
      }
    }
  }

  private static let epoch = 978_307_200.0
  private static let longestText = 4096
  private var candidates = Kind.allCases
  private var offset: Double?
  private var hasSeen = false

  /// Takes a value that differs.
  func see(_ old: Value, _ new: Value) {
    hasSeen = true
    guard !candidates.isEmpty else { return }
    candidates = candidates.filter { fits($0, old, new) }
  }

  /// Nil where the values have nothing in common that is known.
  var sentence: String? { hasSeen ? candidates.first?.sentence : nil }

  private func fits(_ kind: Kind, _ old: Value, _ new: Value) -> Bool {
    switch kind {
    case .emptied: return old == .null && Self.isEmpty(new)
    case .nulled: return new == .null && Self.isEmpty(old)
    case .filled: return old == .null && new != .null
    case .letterCase, .spaces: return fitsText(kind, old, new)
    case .tag:
      guard case .blob(let before) = old, case .blob(let after) = new else { return false }
      return before.dropFirst() == after.dropFirst() || after.dropFirst() == before[...]
        || before.dropFirst() == after[...]
    default: return fitsNumber(kind, old, new)
    }
  }

  private func fitsNumber(_ kind: Kind, _ old: Value, _ new: Value) -> Bool {
    guard let before = Self.number(old), let after = Self.number(new), before.isFinite, after.isFinite else {
      return false
    }
    func isNear(_ expected: Double) -> Bool {
      (after - expected).magnitude <= max(before.magnitude, after.magnitude, 1) * 0x1p-45
    }
    switch kind {
    case .unixTime: return isNear(before + Self.epoch)
    case .referenceTime: return isNear(before - Self.epoch)
    case .milliseconds: return before != 0 && isNear(before * 1000)
    case .seconds: return before != 0 && isNear(before / 1000)
    case .hours:
      let difference = after - before
      let half = (difference / 1800).rounded()
      guard half != 0, half.magnitude <= 28, (difference - half * 1800).magnitude < 0x1p-20 else {
        return false
      }
      if let offset { return offset == half }
      offset = half
      return true
    case .negativeZero: return before == 0 && after == 0
    case .otherClass: return before == after
    default: return false
    }
  }

  private func fitsText(_ kind: Kind, _ old: Value, _ new: Value) -> Bool {
    guard case .text(let before) = old, case .text(let after) = new,
      max(before.count, after.count) <= Self.longestText
    else { return false }
    if kind == .letterCase { return before.map(Self.lowercased) == after.map(Self.lowercased) }
    func core(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
      let start = bytes.drop { $0 <= 0x20 }
      return start.prefix(upTo: start.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? start.startIndex)
    }
    return core(before) == core(after)
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

  private static func isEmpty(_ value: Value) -> Bool {
    switch value {
    case .text(let bytes), .blob(let bytes): bytes.isEmpty
    default: false
    }
  }

  private static func number(_ value: Value) -> Double? {
    switch value {
    case .integer(let integer): Double(integer)
    case .real(let real): real
    default: nil
    }
  }
}
