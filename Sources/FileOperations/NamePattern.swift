/// One component of a path pattern: `*` any text, `?` one scalar, `[a-z]` one of some, `[!a-z]` one of all others, `\`
/// takes the next scalar as it is.
struct NamePattern {
  private enum Part {
    case text(Unicode.Scalar)
    case any
    case one
    case oneOf([ClosedRange<Unicode.Scalar>], isInverted: Bool)

    func matches(_ scalar: Unicode.Scalar) -> Bool {
      switch self {
      case .text(let own): own == scalar
      case .any, .one: true
      case .oneOf(let ranges, let isInverted): ranges.contains { $0.contains(scalar) } != isInverted
      }
    }
  }

  private let parts: [Part]

  init(_ text: some StringProtocol) {
    var parts: [Part] = []
    var rest = Array(text.unicodeScalars)[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "*": parts.append(.any)
      case "?": parts.append(.one)
      case "\\": parts.append(.text(rest.popFirst() ?? "\\"))
      case "[":
        // One that is never closed stands for itself, as in a shell.
        if let set = Self.set(&rest) { parts.append(set) } else { parts.append(.text("[")) }
      default: parts.append(.text(scalar))
      }
    }
    self.parts = parts
  }

  /// The name that the pattern stands for, if it is one name only.
  var name: String? {
    var name = String.UnicodeScalarView()
    for part in parts {
      guard case .text(let scalar) = part else { return nil }
      name.append(scalar)
    }
    return String(name)
  }

  /// Hidden names are meant only where the pattern begins with the dot.
  func matches(_ name: String) -> Bool {
    let scalars = Array(name.unicodeScalars)
    if scalars.first == ".", case .text(".")? = parts.first {} else if scalars.first == "." { return false }
    // At a mismatch the last `*` takes one scalar more: it never has to go back behind an earlier one.
    var (position, part) = (0, 0)
    var star: (part: Int, position: Int)?
    while position < scalars.count {
      if part < parts.count, case .any = parts[part] {
        star = (part, position)
        part += 1
      } else if part < parts.count, parts[part].matches(scalars[position]) {
        position += 1
        part += 1
      } else if let last = star {
        star = (last.part, last.position + 1)
        position = last.position + 1
        part = last.part + 1
      } else {
        return false
      }
    }
    return parts[part...].allSatisfy { if case .any = $0 { true } else { false } }
  }

  private static func set(_ rest: inout ArraySlice<Unicode.Scalar>) -> Part? {
    var scalars = rest
    var isInverted = false
    if let first = scalars.first, first == "!" || first == "^" {
      isInverted = true
      scalars.removeFirst()
    }
    var ranges: [ClosedRange<Unicode.Scalar>] = []
    while let scalar = scalars.popFirst() {
      // The first one may be the bracket itself.
      if scalar == "]", !ranges.isEmpty {
        rest = scalars
        return .oneOf(ranges, isInverted: isInverted)
      }
      let tail = scalars.prefix(2)
      if tail.count == 2, tail.first == "-", let upper = tail.last, upper != "]", scalar <= upper {
        ranges.append(scalar...upper)
        scalars.removeFirst(2)
      } else {
        ranges.append(scalar...scalar)
      }
    }
    return nil
  }
}
