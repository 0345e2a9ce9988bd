internal import JSON

/// What differs from run to run: program, files, times.
struct RunSection: HTMLSection {
  let id = "run"
  let title = "This run"
  let meta: [String: JSONValue]

  /// In the order in which a person asks for them. Other keys are left to the JSON.
  private static let facts: [(key: String, title: String)] = [
    ("toolVersion", "Version of import-legacy"), ("exitStatus", "Exit status"), ("store", "Store"),
    ("model", "Model"), ("output", "Output"), ("template", "Template"), ("safetyCopy", "Safety copy"),
    ("run", "Number of the run"), ("rejects", "Rows left out are listed in"),
  ]

  func write(to page: inout HTMLWriter) {
    page.block("dl", ["class": "facts"]) { page in
      for fact in Self.facts {
        let value: String? =
          switch meta[fact.key] {
          case .string(let text) where !text.isEmpty: text
          case .integer(let number): Grouped.text(number)
          default: nil
          }
        if let value { Self.fact(fact.title, value, &page) }
      }
      if let stages { Self.fact("Seconds", stages, &page) }
    }
  }

  private static func fact(_ name: String, _ value: String, _ page: inout HTMLWriter) {
    page.line("dt", name)
    page.line("dd", value)
  }

  private var stages: String? {
    guard case .object(let seconds)? = meta["seconds"], !seconds.isEmpty else { return nil }
    return seconds.inKeyOrder.compactMap { stage, value in
      switch value {
      case .real(let seconds): "\(stage) \(EntitySeconds.text(seconds))"
      case .integer(let seconds): "\(stage) \(seconds)"
      default: nil
      }
    }.joined(separator: ", ")
  }
}
