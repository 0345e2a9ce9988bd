/// A form in which progress appears on standard error. Messages go through it, so that neither breaks the other.
protocol ProgressRenderer {
  mutating func show(_ event: ProgressEvent)
  mutating func say(_ message: String)
  /// No more events come; messages may.
  mutating func close()
}

/// Messages alone.
struct PlainMessages: ProgressRenderer {
  mutating func show(_ event: ProgressEvent) {}
  mutating func say(_ message: String) { Output.error(message + "\n") }
  mutating func close() {}
}
