/// A table whose first column heads its rows. On narrow screens it scrolls by itself.
struct HTMLTable {
  struct Cell {
    var text: String
    var isNumber = false
    /// Something that should not be overlooked.
    var isLoss = false
    var isCode = false

    static func number(_ number: Int64, isLoss: Bool = false) -> Cell {
      Cell(text: Grouped.text(number), isNumber: true, isLoss: isLoss && number != 0)
    }
  }

  /// Said to those who do not see the table; also the label of the part that scrolls.
  let caption: String
  /// The first is that of the column of names.
  let header: [(title: String, isNumber: Bool)]
  let rows: [(name: String, cells: [Cell])]
  var total: [Cell]?

  func write(to page: inout HTMLWriter) {
    page.block("div", ["class": "scroll", "role": "region", "tabindex": "0", "aria-label": caption]) { page in
      page.block("table") { page in
        page.line("caption", ["class": "unseen"], caption)
        page.block("thead") { page in
          page.element("tr") { page in
            for column in header {
              page.element("th", ["scope": "col", "class": column.isNumber ? "number" : nil], column.title)
            }
          }
        }
        page.block("tbody") { page in
          for row in rows { Self.row(row.name, row.cells, &page) }
        }
        if let total { page.block("tfoot") { Self.row("Total", total, &$0) } }
      }
    }
  }

  private static func row(_ name: String, _ cells: [Cell], _ page: inout HTMLWriter) {
    page.element("tr") { page in
      page.element("th", ["scope": "row"], name)
      for cell in cells {
        let classes = [cell.isNumber ? "number" : "", cell.isLoss ? "loss" : ""].filter { !$0.isEmpty }
        page.element("td", ["class": classes.isEmpty ? nil : classes.joined(separator: " ")]) { page in
          if cell.isCode { page.element("code", cell.text) } else { page.text(cell.text) }
        }
      }
    }
    page.literal("\n")
  }
}
