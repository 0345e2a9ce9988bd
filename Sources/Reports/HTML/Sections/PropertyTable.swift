/// The properties of one entity. What was found about one unfolds below its name.
struct PropertyTable {
  let entity: EntityAccount

  func write(to page: inout HTMLWriter) {
    let caption = "Properties of \(entity.name)"
    page.block("div", ["class": "scroll", "role": "region", "tabindex": "0", "aria-label": caption]) { page in
      page.block("table") { page in
        page.line("caption", ["class": "unseen"], caption)
        page.literal(
          """
          <thead><tr><th scope="col">Property</th><th scope="col">Type</th><th scope="col">Became</th>\
          <th scope="col">Values or links</th></tr></thead>

          """)
        page.block("tbody") { page in for property in entity.properties { row(property, &page) } }
      }
    }
  }

  private func row(_ property: EntityAccount.Property, _ page: inout HTMLWriter) {
    page.block("tr") { page in
      page.block("th", ["scope": "row"]) { name(property, &$0) }
      page.line("td", property.type ?? "")
      page.block("td") { page in
        guard let change = property.change else { return }
        change.tag(&page)
        if !property.became.isEmpty { page.text(" \(property.became.joined(separator: ", "))") }
      }
      page.block("td") { values(property, &$0) }
    }
  }

  private func name(_ property: EntityAccount.Property, _ page: inout HTMLWriter) {
    guard !property.findings.isEmpty else { return page.text(property.name) }
    page.block("details") { page in
      page.block("summary") { page in
        page.text("\(property.name) ")
        for severity in Set(property.findings.map(\.severity)).sorted(by: >) { severity.badge(&page) }
      }
      for finding in property.findings {
        page.block("div", ["class": "prose"]) { page in
          page.block("p") { page in
            finding.severity.badge(&page)
            page.literal(" ")
            page.element("code", ["class": "id"], finding.id)
            if finding.count != 0 {
              page.text(" ×\u{2009}\(Grouped.text(finding.count))")
            }
          }
          FindingItem(finding: finding).words(&page)
          FindingItem(finding: finding).keys(&page)
        }
      }
    }
  }

  private func values(_ property: EntityAccount.Property, _ page: inout HTMLWriter) {
    if let links = property.links {
      let losses = [
        (links.dangling, "dangling"), (links.dropped, "dropped"), (links.rejected, "rejected"),
      ].filter { $0.0 != 0 }.map { ", \(Grouped.text($0.0)) \($0.1)" }
      page.text(
        "\(Grouped.text(links.connected)) of \(Grouped.text(links.read, "link", "links")) connected\(losses.joined())"
      )
    }
    guard let attribute = property.attribute else { return }
    page.text(attribute.nulls == 0 ? "no NULLs" : Grouped.text(attribute.nulls, "NULL", "NULLs"))
    guard let digest = attribute.digest else { return }
    page.literal("<br>")
    page.block("details", ["class": "keys"]) { page in
      page.line("summary", "Digest of the values")
      page.element("code", digest)
    }
  }
}
