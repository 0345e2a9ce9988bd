internal import JSON

/// Seconds that the rows of each entity took, as a report's `meta` has them; reports of earlier versions have none.
struct EntitySeconds {
  private let seconds: [String: Double]

  init(_ meta: [String: JSONValue]) {
    guard case .object(let values)? = meta["entitySeconds"] else {
      seconds = [:]
      return
    }
    seconds = values.compactMapValues { value in
      switch value {
      case .real(let seconds) where seconds >= 0: seconds
      case .integer(let seconds) where seconds >= 0: Double(seconds)
      default: nil
      }
    }
  }

  var isKnown: Bool { !seconds.isEmpty }

  /// For each row, in hundredths; empty where an earlier row is about the same entity.
  func texts(_ rows: [EntityCounts]) -> [String] {
    var told: Set<String> = []
    return rows.map { row in
      guard let source = row.source, let own = seconds[source], told.insert(source).inserted else {
        return ""
      }
      return Self.text(own)
    }
  }

  var total: String { Self.text(seconds.inKeyOrder.reduce(0) { $0 + $1.value }) }

  /// `0.25`. What no run can take is no number that a person should read.
  static func text(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return "?" }
    let hundredths = Int64((seconds * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
