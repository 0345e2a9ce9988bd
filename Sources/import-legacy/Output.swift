import FileOperations

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What the program writes: results to standard output, everything else to standard error.
enum Output {
  static func result(_ text: String) {
    write(text, to: STDOUT_FILENO)
  }

  static func message(_ text: String) {
    write(text + "\n", to: STDERR_FILENO)
  }

  /// A closed pipe ends the writing, not the program.
  private static func write(_ text: String, to descriptor: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { return }
      bytes = bytes.dropFirst(written)
    }
  }
}

/// `write(2)`, told apart from our own.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
