import Foundation
import Testing

/// The program with standard error on a terminal, and what the terminal shows of it.
struct PseudoTerminal {
  enum Action: String { case nothing, resize, interrupt }

  /// Python's `pty` makes a terminal in a line; the size is set before the program runs. Where it stands still (a fault of
  /// kind `stop`) something is done to it. Standard output goes nowhere.
  private static let script = """
    import fcntl, json, os, pty, select, signal, struct, sys, termios
    columns, action, narrow = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    def size(fd, columns):
        fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    pid, fd = pty.fork()
    if pid == 0:
        size(2, columns)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.execv(sys.argv[4], sys.argv[4:])
    def read():
        try:
            return os.read(fd, 65536)
        except OSError:
            return b""
    said = [b"", b""]
    if action != "nothing":
        os.waitpid(pid, os.WUNTRACED)
        while select.select([fd], [], [], 0)[0]:
            said[0] += read()
        if action == "resize":
            size(fd, narrow)
        else:
            os.kill(pid, signal.SIGINT)
        os.kill(pid, signal.SIGCONT)
    while True:
        piece = read()
        if not piece:
            break
        said[1] += piece
    _, status = os.waitpid(pid, 0)
    print(json.dumps({"said": [text.decode() for text in said], "status": os.waitstatus_to_exitcode(status)}))
    """

  static let isThere = Tool.has("/usr/bin/python3")

  let status: Int64
  /// Before and after the action; without one all is in the second.
  let said: [String]

  init(
    _ arguments: [String], columns: Int, environment: [String: String] = [:], stoppedAt point: String? = nil,
    then action: Action = .nothing, narrow: Int = 0
  ) throws {
    var variables = ["TERM=xterm", "NO_COLOR="] + environment.map { "\($0.key)=\($0.value)" }
    if let point { variables.append("IMPORT_LEGACY_FAULT=\(point):stop") }
    let run = try Tool.run(
      "/usr/bin/env",
      variables + [
        "/usr/bin/python3", "-c", Self.script, String(columns), action.rawValue, String(narrow), Program.path,
      ] + arguments)
    let answer = try JSONDecoder().decode(JSON.self, from: Data(run.output.utf8))
    status = try #require(answer["status"].integer)
    said = answer["said"].list.compactMap(\.string)
  }

  /// A screen that a text is written to: enough of a terminal for what the program writes.
  struct Screen {
    /// The furthest column that anything was written to, from 1.
    private(set) var furthest = 0
    private(set) var line = ""
    /// Lines that were left by a line feed.
    private(set) var lines: [String] = []
    /// All texts that ever stood in a line.
    private(set) var shown: [String] = []
    private(set) var hasColour = false

    mutating func write(_ text: String) {
      var rest = Substring(text.replacing("\r\n", with: "\n"))
      while let character = rest.popFirst() {
        switch character {
        case "\n":
          lines.append(line)
          line = ""
        case "\r":
          if !line.isEmpty { shown.append(line) }
          // All that follows a return erases the line, or is one.
          if rest.hasPrefix("\u{1B}[K") || rest.hasPrefix("\u{1B}[J") { line = "" }
        case "\u{1B}":
          guard let end = rest.firstIndex(where: \.isLetter) else { return }
          if rest[end] == "m" { hasColour = true }
          rest = rest[rest.index(after: end)...]
        default:
          line.append(character)
          furthest = max(furthest, Self.width(line))
        }
      }
    }

    private static func width(_ text: String) -> Int {
      text.unicodeScalars.reduce(0) { $0 + ($1.value >= 0x3000 && $1.value < 0xFB00 ? 2 : 1) }
    }
  }

  /// What the last part of the text did to an empty screen.
  var screen: Screen {
    var screen = Screen()
    screen.write(said[1])
    return screen
  }
}
