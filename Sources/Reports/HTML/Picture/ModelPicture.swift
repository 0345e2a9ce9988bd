/// Both versions of the model side by side, as SVG. What changed is told by colour, by a sign and by a word.
struct ModelPicture {
  private let layout: PictureLayout
  private let versions: VersionNames

  init(_ layout: PictureLayout, versions: VersionNames) {
    self.layout = layout
    self.versions = versions
  }

  func write(to page: inout HTMLWriter) {
    let (width, height) = (String(PictureLayout.width), String(layout.height))
    page.block(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "width": width, "height": height,
        "viewBox": "0 0 \(width) \(height)", "role": "img",
        "aria-labelledby": "picture-title picture-description",
      ]
    ) { page in
      page.line("title", ["id": "picture-title"], "The models before and after")
      page.line("desc", ["id": "picture-description"], description)
      title("before: \(versions.source)", PictureLayout.left, &page)
      title("after: \(versions.destination)", PictureLayout.right, &page)
      let sides = [
        (PictureLinks(layout.source, order: layout.sourceOrder), PictureLayout.left, -1),
        (
          PictureLinks(layout.destination, order: layout.destinationOrder),
          PictureLayout.right + PictureBox.width, 1
        ),
      ]
      for (links, x, direction) in sides {
        for link in links.links { write(link, x, direction, &page) }
      }
      ways(&page)
      for name in layout.sourceOrder {
        layout.source[name].map { PictureBoxDrawing(box: $0).write(to: &page) }
      }
      for name in layout.destinationOrder {
        layout.destination[name].map { PictureBoxDrawing(box: $0).write(to: &page) }
      }
    }
  }

  private var description: String {
    let changes = layout.index.models.became.filter { ($0.source ?? $0.destination)?.property == nil }
    let counts = ReportedChange.Change.allCases.map { change in
      (change, changes.count { $0.change == change })
    }.filter { $0.1 > 0 }
    return "Entities on the left as they were, on the right as they are now: "
      + counts.map { "\($1) \($0.rawValue)" }.joined(separator: ", ")
      + ". The section on entities and properties says the same in words."
  }

  private func title(_ text: String, _ x: Int, _ page: inout HTMLWriter) {
    page.line(
      "text", ["class": "column", "x": String(x), "y": "24"], PictureText.fitted(text, characters: 40))
  }

  // MARK: Relationships

  private func write(_ link: PictureLinks.Link, _ x: Int, _ direction: Int, _ page: inout HTMLWriter) {
    let isChanged = link.change != .kept
    let bulge = min(PictureLayout.margin - 16, 22 + abs(link.to - link.from) / 7) * direction
    // A line back to the same place would be none.
    let to = link.to == link.from ? link.to + 8 : link.to
    page.block("g", ["class": link.change.rawValue]) { page in
      page.line("title", "\(link.title)\(isChanged ? ", \(link.change.rawValue)" : "")")
      let style = "link\(isChanged ? " changed \(link.change.rawValue)" : "")"
      page.element(
        "path",
        [
          "class": style,
          "d": "M\(x) \(link.from)C\(x + bulge * 4 / 3) \(link.from) \(x + bulge * 4 / 3) \(to) \(x) \(to)",
        ], "")
      for (y, isMany) in [(link.from, link.isManyAtStart), (to, link.isManyAtEnd)] {
        let away = x + 9 * direction
        let path =
          isMany
          ? "M\(x) \(y - 5)L\(away) \(y)L\(x) \(y + 5)" : "M\(x + 5 * direction) \(y - 4)v8"
        page.element("path", ["class": "end\(isChanged ? " changed" : "")", "d": path], "")
      }
    }
  }

  // MARK: What became of what

  private func ways(_ page: inout HTMLWriter) {
    for change in layout.index.models.became {
      guard let source = change.source, let destination = change.destination,
        let before = layout.source[source.entity], let after = layout.destination[destination.entity]
      else { continue }
      let isEntity = source.property == nil
      if !isEntity, change.change == .kept { continue }
      let (from, to) = (before.middle(of: source.property), after.middle(of: destination.property))
      way(change.change, from, to, hasWord: isEntity, &page)
    }
  }

  private func way(
    _ change: ReportedChange.Change, _ from: Int, _ to: Int, hasWord: Bool, _ page: inout HTMLWriter
  ) {
    let (start, end) = (PictureLayout.left + PictureBox.width, PictureLayout.right)
    let half = (end - start) / 2
    let isChanged = change != .kept
    page.block("g", ["class": change.rawValue]) { page in
      page.element(
        "path",
        [
          "class": "way\(isChanged ? " changed" : "")",
          "d": "M\(start) \(from)C\(start + half) \(from) \(end - half) \(to) \(end - 6) \(to)",
        ], "")
      page.element(
        "path",
        [
          "class": "way\(isChanged ? " changed" : "")",
          "d": "M\(end - 9) \(to - 4)L\(end - 2) \(to)L\(end - 9) \(to + 4)",
        ], "")
      guard hasWord, isChanged else { return }
      let word = "\(change.sign) \(change.rawValue)"
      let width = word.count * 8 + 14
      let (x, y) = (start + half, (from + to) / 2)
      page.element(
        "rect",
        [
          "class": "pill", "x": String(x - width / 2), "y": String(y - 10), "width": String(width),
          "height": "20",
          "rx": "10",
        ], "")
      page.element(
        "text", ["class": "word", "x": String(x), "y": String(y + 4), "text-anchor": "middle"], word)
    }
  }
}
