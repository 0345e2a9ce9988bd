#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The descriptors that everybody takes for standard input, output and error.
enum StandardStreams {
  /// Takes those that were closed when the program began: else the next file opened would get such a number, be it
  /// somebody's store, and what is said would be written into it. Opened the wrong way round, so that writing still
  /// fails as it does on a closed one.
  static func reserve() {
    for (descriptor, mode) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
    ]
    where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
      // The lowest free number is this one, since those below are taken.
      _ = open("/dev/null", mode)
    }
  }
}
