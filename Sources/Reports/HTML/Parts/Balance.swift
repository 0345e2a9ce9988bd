/// What was read, and the parts that it went to: they add up, and the page shows it.
struct Balance {
  let title: String
  let read: Int64?
  /// The first is what went well; the others are shown where they are not nothing.
  let parts: [(name: String, number: Int64?)]

  init(rows: [EntityCounts]) {
    title = "rows read"
    read = Sums.sum(rows.map(\.read))
    parts = [
      ("migrated", Sums.sum(rows.map(\.migrated))), ("merged", Sums.sum(rows.map(\.merged))),
      ("dropped", Sums.sum(rows.map(\.dropped))), ("rejected", Sums.sum(rows.map(\.rejected))),
    ]
  }

  init(links: [RelationshipCounts]) {
    title = "links read"
    read = Sums.sum(links.map(\.read))
    parts = [
      ("connected", Sums.sum(links.map(\.connected))), ("dangling", Sums.sum(links.map(\.dangling))),
      ("dropped", Sums.sum(links.map(\.dropped))), ("rejected", Sums.sum(links.map(\.rejected))),
    ]
  }

  func write(to page: inout HTMLWriter) {
    let shown = parts.enumerated().filter { $0.offset == 0 || $0.element.number != 0 }.map(\.element)
    page.block("p", ["class": "balance"]) { page in
      Self.term(read, title, "whole", &page)
      for (index, part) in shown.enumerated() {
        page.element("span", ["class": "sign"], index == 0 ? "=" : "+")
        page.literal(" ")
        Self.term(part.number, part.name, index == 0 ? "good" : "lost", &page)
      }
    }
  }

  private static func term(
    _ number: Int64?, _ name: String, _ style: StaticString, _ page: inout HTMLWriter
  ) {
    page.element("span", ["class": "term \(style)"]) { page in
      page.element("b", Grouped.text(number))
      page.literal(" ")
      page.text(name)
    }
    page.literal(" ")
  }
}
