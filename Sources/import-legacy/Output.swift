import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What the program writes: results to standard output, everything else to standard error.
enum Output {
  /// - Returns: false when the result could not be written whole. Whoever closed the pipe did not want it: that is no
  ///   failure.
  static func result(_ text: String) -> Bool {
    write(text, to: STDOUT_FILENO)
  }

  /// Whether standard output is a terminal whose user wants colour: neither `NO_COLOR` nor `TERM=dumb` is set.
  static var isColourful: Bool {
    isatty(STDOUT_FILENO) == 1 && Terminal.canErase && !Terminal.refusesColour
  }

  /// A line for people, on standard error.
  static func message(_ text: String) {
    if let display = display.withLock({ $0 }) { display.say(text) } else { error(text + "\n") }
  }

  /// From now on messages go through what shows progress, so that neither breaks the other.
  static func send(messagesTo new: ProgressDisplay) { display.withLock { $0 = new } }

  private static let display = Mutex<ProgressDisplay?>(nil)

  /// Text for standard error as it is.
  static func error(_ text: String) { _ = write(text, to: STDERR_FILENO) }

  private static func write(_ text: String, to descriptor: Int32) -> Bool {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { return errno == EPIPE }
      bytes = bytes.dropFirst(written)
    }
    return true
  }
}

/// `write(2)`, told apart from our own.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
