extension ReportedChange.Change {
  /// A sign beside the word: colour alone tells nothing.
  var sign: String {
    switch self {
    case .kept: "="
    case .renamed: "→"
    case .moved: "↪"
    case .converted: "≈"
    case .merged: "∪"
    case .split: "÷"
    case .byRule: "ƒ"
    case .dropped: "−"
    case .new: "+"
    }
  }

  /// For a legend.
  var explanation: String {
    switch self {
    case .kept: "kept as it is"
    case .renamed: "renamed"
    case .moved: "moved: another entity declares it"
    case .converted: "converted: another type or form"
    case .merged: "merged with others"
    case .split: "split into several"
    case .byRule: "by a rule of a mapping file"
    case .dropped: "dropped"
    case .new: "new"
    }
  }

  func tag(_ page: inout HTMLWriter, before: String = "") {
    page.element("span", ["class": "tag \(rawValue)"]) { page in
      page.element("span", ["aria-hidden": "true"], sign)
      page.text(" \(before)\(rawValue)")
    }
  }
}
