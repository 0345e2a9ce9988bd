import Reports

/// What a bar says of an event, as much of it as fits.
struct ProgressLine {
  struct Text {
    let text: String
    let coloured: String
    let width: Int

    init(_ text: String, coloured: String? = nil) {
      self.text = text
      self.coloured = coloured ?? text
      width = PlainText.width(text)
    }
  }

  private static let longestBar = 30
  private static let shortestBar = 8

  private let label: String
  private let title: String?
  private let percent: String?
  private let counts: String?
  private let rate: String?
  private let left: String?
  private let share: Double?

  /// - Parameter elapsed: seconds since the stage began.
  init(_ event: ProgressEvent, step: String?, elapsed: Double) {
    let isStore = event.kind == .storeEnd
    label = PlainText.harmless(isStore ? "rehearse" : event.name)
    title = (isStore ? event.name : step).map(PlainText.harmless)
    guard let unit = event.unit, let done = event.done else {
      (percent, counts, rate, left, share) = (nil, nil, nil, nil, nil)
      return
    }
    let total = event.total.flatMap { $0 > 0 ? $0 : nil }
    let share = total.map { min(1, Double(done) / Double($0)) }
    self.share = share
    percent = share.map { "\(Int($0 * 100))%" }
    let amount = { (number: Int64) in unit == "bytes" ? Self.bytes(Double(number)) : String(number) }
    let of = total.map { " of \(amount($0))" } ?? ""
    counts = unit == "bytes" ? amount(done) + of : "\(done)\(of) \(unit)"
    guard elapsed > 0, done > 0 else {
      (rate, left) = (nil, nil)
      return
    }
    let perSecond = Double(done) / elapsed
    rate = unit == "bytes" ? "\(Self.bytes(perSecond))/s" : unit == "rows" ? "\(Int(perSecond))/s" : nil
    left = total.flatMap { total in
      done < total ? "\(Self.time(Double(total - done) / perSecond)) left" : nil
    }
  }

  /// - Parameter columns: how many there are at most.
  func fitting(columns: Int) -> Text {
    let all = [percent, counts, rate, left]
    if let share, let line = withBar(share, all, columns) { return line }
    let forms: [[String?]] = [
      [title, label] + all, [label] + all, [label, percent, counts, left], [label, percent, counts],
      [label, percent, left], [label, percent ?? counts], [label], [percent],
    ]
    let lines = forms.map { $0.compactMap(\.self).joined(separator: "  ") }.filter { !$0.isEmpty }
    if let line = lines.first(where: { PlainText.width($0) <= columns }) { return Text(line) }
    return Text(Self.cut(label, to: columns))
  }

  private func withBar(_ share: Double, _ parts: [String?], _ columns: Int) -> Text? {
    for head in [[title, label], [label]] {
      let before = head.compactMap(\.self).joined(separator: "  ")
      let after = parts.compactMap(\.self).joined(separator: "  ")
      let room = columns - PlainText.width(before) - PlainText.width(after) - 6
      guard room >= Self.shortestBar else { continue }
      let length = min(room, Self.longestBar)
      let filled = Int(share * Double(length))
      let (full, empty) = (
        String(repeating: "#", count: filled), String(repeating: ".", count: length - filled)
      )
      return Text(
        "\(before)  [\(full)\(empty)]  \(after)",
        coloured: "\(before)  [\u{1B}[32m\(full)\u{1B}[39m\(empty)]  \(after)")
    }
    return nil
  }

  /// Wide characters are never halved.
  private static func cut(_ text: String, to columns: Int) -> String {
    var cut = ""
    for character in text {
      guard PlainText.width(cut + String(character)) <= columns else { break }
      cut.append(character)
    }
    return cut
  }

  private static func bytes(_ number: Double) -> String {
    var (number, units) = (number, ["B", "kB", "MB", "GB", "TB"][...])
    while number >= 1000, units.count > 1 {
      number /= 1000
      units.removeFirst()
    }
    let tenths = Int(number * 10)
    let isWhole = units.first == "B" || tenths >= 1000
    return isWhole
      ? "\(tenths / 10) \(units.first ?? "")" : "\(tenths / 10).\(tenths % 10) \(units.first ?? "")"
  }

  /// Hours, minutes and seconds.
  private static func time(_ seconds: Double) -> String {
    // More than four days is as good as never.
    let seconds = Int(min(seconds, 359_999).rounded(.up))
    let two = { (number: Int) in (number < 10 ? "0" : "") + String(number) }
    let minutes = seconds / 60
    return minutes < 60
      ? "\(minutes):\(two(seconds % 60))" : "\(minutes / 60):\(two(minutes % 60)):\(two(seconds % 60))"
  }
}
