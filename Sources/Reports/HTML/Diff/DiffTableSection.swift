/// Places of one kind, with what stood and what stands there.
struct DiffTableSection: HTMLSection {
  private let section: DiffSection

  init(section: DiffSection) { self.section = section }

  var id: String { section.differences.first?.kind.rawValue ?? "differences" }
  var title: String { section.title }

  func write(to page: inout HTMLWriter) {
    let caption = "\(section.title) that differ"
    page.block("div", ["class": "scroll", "role": "region", "tabindex": "0", "aria-label": caption]) { page in
      page.block("table") { page in
        page.line("caption", ["class": "unseen"], caption)
        page.literal(
          """
          <thead><tr><th scope="col">Place</th><th scope="col"><span aria-hidden="true">− </span>Old</th>\
          <th scope="col"><span aria-hidden="true">+ </span>New</th></tr></thead>

          """)
        page.block("tbody") { page in
          for difference in section.differences { row(difference, &page) }
        }
      }
    }
  }

  private func row(_ difference: ReportDifference, _ page: inout HTMLWriter) {
    page.block("tr") { page in
      page.line("th", ["scope": "row"], difference.place)
      page.block("td") { page in
        guard let old = difference.old else { return page.text("not there") }
        page.element("del", "− " + DiffValue(old, beside: difference.new).text)
      }
      page.block("td") { page in
        guard let new = difference.new else { return page.text("not there") }
        page.element("ins", "+ " + DiffValue(new, beside: difference.old).text)
      }
    }
  }
}
