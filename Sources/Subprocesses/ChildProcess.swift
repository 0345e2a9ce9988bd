private import CPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A process that this one started. Its standard output is read, its standard error and input lead nowhere. It stays in
/// the process group of its parent, so that a terminal's signals reach both.
package final class ChildProcess {
  package enum Ending: Sendable, Equatable {
    case exited(Int32)
    case signalled(Int32)
  }

  package struct SpawnError: Error, Sendable {
    /// The system's error number (`errno`).
    package let code: Int32
  }

  private let id: pid_t
  private let output: Int32
  private var isOver = false

  /// What it has written to standard output so far.
  package private(set) var said: [UInt8] = []

  /// Starts this very program again, whatever stands at its name by now.
  ///
  /// - Parameters:
  ///   - arguments: without the program's name.
  ///   - environment: `NAME=value`, in place of what this process has under these names.
  package init(ofThisProgram arguments: [String], environment: [(name: String, value: String)])
    throws(SpawnError)
  {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SpawnError(code: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[1]) }
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    let words = ([CommandLine.arguments.first ?? ""] + arguments).map { strdup($0) } + [nil]
    let variables = Self.variables(environment).map { strdup($0) } + [nil]
    defer { (words + variables).forEach { free($0) } }
    var process = pid_t()
    let code = posix_spawnp(&process, Self.program, &actions, nil, words, variables)
    guard code == 0 else {
      close(ends[0])
      throw SpawnError(code: code)
    }
    id = process
    output = ends[0]
  }

  deinit {
    close(output)
    guard !isOver else { return }
    kill(id, SIGKILL)
    _ = reap()
  }

  /// Asks it to end in order, even if it was stopped.
  package func ask() {
    kill(id, SIGTERM)
    kill(id, SIGCONT)
  }

  /// Ends it at once.
  package func end() { kill(id, SIGKILL) }

  /// Reads what there is.
  ///
  /// - Returns: how it ended, once it has; nil before.
  package func read() -> Ending? {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = buffer.withUnsafeMutableBytes { systemRead(output, $0.baseAddress, $0.count) }
      if count > 0 {
        said += buffer[..<count]
      } else if count < 0, errno == EINTR {
        continue
      } else if count < 0, errno == EAGAIN {
        return nil
      } else {
        // It holds the other end as long as it lives.
        return reap()
      }
    }
  }

  /// Waits until one of them has said something or ended; a signal to this process ends the waiting too.
  package static func wait(for children: [ChildProcess], atMost time: Duration) {
    var awaited = children.map { pollfd(fd: $0.output, events: Int16(POLLIN), revents: 0) }
    let milliseconds = max(0, min(time / .milliseconds(1), 60_000))
    _ = poll(&awaited, nfds_t(awaited.count), Int32(milliseconds.rounded(.up)))
  }

  private func reap() -> Ending {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    isOver = true
    let signal = status & 0x7f
    return signal == 0 ? .exited((status >> 8) & 0xff) : .signalled(signal)
  }

  private static var program: String {
    let own = "/proc/self/exe"
    return access(own, X_OK) == 0 ? own : CommandLine.arguments.first ?? ""
  }

  private static func variables(_ changes: [(name: String, value: String)]) -> [String] {
    var variables: [String] = []
    var next = il_environment()
    while let entry = next?.pointee {
      variables.append(String(cString: entry))
      next = next?.successor()
    }
    return variables.filter { variable in !changes.contains { variable.hasPrefix($0.name + "=") } }
      + changes.map { "\($0.name)=\($0.value)" }
  }
}

/// `read(2)`, told apart from our own.
private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, bytes, count)
}
