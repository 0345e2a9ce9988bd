import Reports

/// One line at the bottom of a terminal, drawn again and again. It is never wider than the terminal, which is asked each
/// time, and leaves nothing behind.
struct ProgressBar: ProgressRenderer {
  private let terminal: Terminal
  private let hasColour: Bool
  private var step: String?
  private var event: ProgressEvent?
  private var stageBegan = ContinuousClock.now
  /// What stands there now, and how wide the terminal was then.
  private var drawn: (line: ProgressLine.Text, columns: Int)?

  init(_ terminal: Terminal, hasColour: Bool) {
    self.terminal = terminal
    self.hasColour = hasColour
  }

  mutating func show(_ event: ProgressEvent) {
    switch event.kind {
    case .step: step = event.name
    case .stageBegin:
      stageBegan = .now
      self.event = event
    case .progress, .stageEnd, .storeEnd: self.event = event
    }
    draw()
  }

  mutating func say(_ message: String) {
    erase()
    Output.error(message + "\n")
    draw()
  }

  mutating func close() {
    erase()
    event = nil
  }

  private mutating func draw() {
    guard let event else { return }
    let columns = terminal.columns
    let line = ProgressLine(
      event, step: step, elapsed: (ContinuousClock.now - stageBegan) / .seconds(1)
    ).fitting(columns: columns - 1)
    if let drawn, drawn.line.text == line.text, drawn.columns == columns { return }
    erase(columns)
    Output.error(hasColour ? line.coloured : line.text)
    drawn = (line, columns)
  }

  private mutating func erase(_ columns: Int? = nil) {
    guard let drawn, drawn.line.width > 0 else { return }
    // A terminal that became narrower has broken the line.
    let above = (drawn.line.width - 1) / max(1, columns ?? terminal.columns)
    Output.error((above > 0 ? "\u{1B}[\(above)A" : "") + "\r" + (above > 0 ? "\u{1B}[J" : "\u{1B}[K"))
    self.drawn = nil
  }
}
