/// One box of the picture.
struct PictureBoxDrawing {
  /// Letters that a line has room for.
  private static let room = Int(Double(PictureBox.width - 26 - 10) / PictureText.letter)

  let box: PictureBox

  func write(to page: inout HTMLWriter) {
    let isChanged = box.change != .kept
    page.block("g", ["class": box.change.rawValue]) { page in
      page.line("title", box.name)
      rect("box\(isChanged ? " changed \(box.change.rawValue)" : "")", box.y, box.height, &page, radius: 6)
      page.element(
        "path",
        [
          "class": "cap",
          "d":
            "M\(box.x + 1) \(box.y + PictureBox.capHeight)v-24q0 -5 5 -5h\(PictureBox.width - 12)q5 0 5 5v24z",
        ], "")
      let word = isChanged ? "\(box.change.sign) \(box.change.rawValue)" : ""
      let name = PictureText.fitted(box.name, characters: Self.room - word.count - 1)
      let left = Self.room - name.count - word.count - 2
      page.element(
        "text", ["class": "name", "x": String(box.x + 10), "y": String(box.capMiddle + 4)]
      ) { page in
        page.element("tspan", ["class": box.change == .dropped ? "gone" : nil], name)
        if !box.note.isEmpty, left > 6 {
          page.element("tspan", ["class": "type", "dx": "6"], PictureText.fitted(box.note, characters: left))
        }
      }
      if isChanged { right(word, "word", box.capMiddle + 4, &page) }
    }
    page.literal("\n")
    for (index, line) in box.lines.enumerated() { write(line, box.top(of: index), &page) }
    guard box.folded > 0 else { return }
    page.line(
      "text",
      [
        "class": "more", "x": String(box.x + 26),
        "y": String(box.top(of: box.lines.count) + PictureBox.lineHeight / 2 + 4),
      ], "\(box.folded) \(box.lines.isEmpty ? "" : "more ")kept")
  }

  private func write(_ line: PictureBox.Line, _ top: Int, _ page: inout HTMLWriter) {
    let isChanged = line.change != .kept
    let base = top + PictureBox.lineHeight / 2 + 4
    page.block("g", ["class": line.change.rawValue]) { page in
      page.line(
        "title", "\(box.name).\(line.name): \(line.type)\(isChanged ? ", \(line.change.rawValue)" : "")")
      if isChanged {
        page.element(
          "rect",
          [
            "class": "row \(line.change.rawValue)", "x": String(box.x + 2), "y": String(top),
            "width": String(PictureBox.width - 4), "height": String(PictureBox.lineHeight),
          ], "")
        page.element("text", ["class": "word", "x": String(box.x + 10), "y": String(base)], line.change.sign)
      }
      let word = isChanged ? " \(line.change.rawValue)" : ""
      let name = PictureText.fitted(line.name, characters: min(Self.room - word.count - 7, 28))
      page.element(
        "text",
        [
          "class": line.change == .dropped ? "gone" : nil, "x": String(box.x + 26), "y": String(base),
        ], name)
      page.element(
        "text",
        ["x": String(box.x + PictureBox.width - 10), "y": String(base), "text-anchor": "end"]
      ) { page in
        page.element(
          "tspan", ["class": "type"],
          PictureText.fitted(line.type, characters: Self.room - PlainText.width(name) - word.count - 1))
        if isChanged { page.element("tspan", ["class": "word"], word) }
      }
    }
  }

  private func right(_ text: String, _ style: StaticString, _ y: Int, _ page: inout HTMLWriter) {
    page.element(
      "text",
      [
        "class": style.description, "x": String(box.x + PictureBox.width - 10), "y": String(y),
        "text-anchor": "end",
      ], text)
  }

  private func rect(
    _ style: String, _ y: Int, _ height: Int, _ page: inout HTMLWriter, radius: Int
  ) {
    page.element(
      "rect",
      [
        "class": style, "x": String(box.x), "y": String(y), "width": String(PictureBox.width),
        "height": String(height), "rx": String(radius),
      ], "")
  }
}
