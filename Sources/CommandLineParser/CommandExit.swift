#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// How the program ends and what it says then.
package struct CommandExit: Sendable, Equatable {
  package var status: Int32
  package var standardOutput = ""
  package var standardError = ""

  package init(status: Int32, standardOutput: String = "", standardError: String = "") {
    self.status = status
    self.standardOutput = standardOutput
    self.standardError = standardError
  }

  /// Only help, version and `CleanExit` speak on standard output; everything else is a failure.
  package init(_ error: any Error) {
    let located = error as? CommandError
    let help = HelpText(path: located?.path ?? [])
    switch located?.underlying ?? error {
    case CleanExit.helpRequest: self.init(status: 0, standardOutput: help.text)
    case CleanExit.message(let message): self.init(status: 0, standardOutput: message + "\n")
    case let code as ExitCode: self.init(status: code.rawValue)
    case let problem where problem is UsageProblem || problem is ValidationError:
      let usage = "Usage: \(help.usage)\n  See '\(help.commandName) --help' for more information.\n"
      self.init(
        status: ExitCode.validationFailure.rawValue,
        standardError: "Error: \(problem)\n" + (located == nil ? "" : usage))
    case let other:
      self.init(status: ExitCode.failure.rawValue, standardError: "Error: \(other)\n")
    }
  }

  package func endProcess() -> Never {
    Self.emit(standardOutput, to: STDOUT_FILENO)
    Self.emit(standardError, to: STDERR_FILENO)
    exit(status)
  }

  private static func emit(_ text: String, to descriptor: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard written > 0 || errno == EINTR else { return }
      bytes = bytes.dropFirst(max(0, written))
    }
  }
}
