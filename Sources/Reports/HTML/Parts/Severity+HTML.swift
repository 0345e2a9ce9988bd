internal import Diagnostics

extension Severity {
  /// A sign beside the word, so that neither stands for the other alone, and colour for neither.
  var sign: String {
    switch self {
    case .error: "✕"
    case .warning: "▲"
    case .note: "●"
    }
  }

  func badge(_ page: inout HTMLWriter) {
    page.element("span", ["class": "badge \(rawValue)"]) { page in
      page.element("span", ["aria-hidden": "true"], sign)
      page.text(" \(rawValue)")
    }
  }
}
