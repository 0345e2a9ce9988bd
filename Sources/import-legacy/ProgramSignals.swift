import FileOperations

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Signals while somebody's store is in our hands.
enum ProgramSignals {
  /// A closed pipe must not end the program between two steps; a request to end is remembered until ending is safe.
  static func listen() {
    signal(SIGPIPE, SIG_IGN)
    // A limit on the size of files is a reason to stop in order.
    signal(SIGXFSZ, SIG_IGN)
    Interruption.listen()
  }
}
