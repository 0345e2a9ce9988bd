internal import Diagnostics

/// What a script filters by; without one it is not there, and all is shown.
struct FilterBar {
  let findings: [Finding]

  func write(to page: inout HTMLWriter) {
    page.block("form", ["class": "filter", "data-filter": "", "hidden": "", "role": "search"]) { page in
      page.literal(
        """
        <p><label for="filter-text">Entity or property</label>
        <input type="search" id="filter-text" autocomplete="off" spellcheck="false"></p>

        """)
      page.block("fieldset") { page in
        page.line("legend", "Severity")
        for severity in Severity.allCases.reversed() {
          let count = findings.count { $0.severity == severity }
          page.element("label") { page in
            page.void(
              "input",
              ["type": "checkbox", "checked": "", "data-shows": severity.rawValue])
            page.text(" \(severity.rawValue)s (\(count))")
          }
          page.literal("\n")
        }
      }
      page.literal("<p role=\"status\" class=\"matches\"></p>\n")
    }
  }
}
