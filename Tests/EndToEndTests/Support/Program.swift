import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The program as it was built beside these tests, run as a process of its own.
enum Program {
  /// How a run ended and what it said.
  struct Run: Sendable {
    /// The exit status; nil when a signal ended the process.
    let status: Int32?
    /// The signal that ended the process, if one did.
    let signal: Int32?
    let output: String
    let error: String
  }

  struct NotThere: Error, CustomStringConvertible {
    let description: String
  }

  /// What stands in the values of every fixture, and may stand in no word the program says.
  static let canary = "CANARY-7f3a"

  /// `.build/<configuration>/import-legacy`: the test bundle's neighbour.
  static let path: String = {
    let bundle = CommandLine.arguments.first ?? ""
    let candidates = [
      bundle, (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "",
    ]
    let neighbours = candidates.map { ($0 as NSString).deletingLastPathComponent + "/import-legacy" }
    return neighbours.first { FileManager.default.isExecutableFile(atPath: $0) } ?? neighbours[0]
  }()

  /// Runs the program to its end. Its words go through files, so that no full pipe can stop it.
  ///
  /// A word of the canary in them is an issue of the test that calls this.
  ///
  /// - Parameter output: where standard output goes instead.
  static func run(
    _ arguments: [String], environment: [String: String] = [:], output: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Run {
    let words = try Scratch()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    try words.write("", to: "output")
    for (descriptor, path) in [(Int32(1), output ?? words("output")), (2, words("error"))] {
      posix_spawn_file_actions_addopen(&actions, descriptor, path, O_WRONLY | O_CREAT, 0o600)
    }
    #if os(Linux)
      // Foundation opens files so that children inherit them: the store of another test would be open in our
      // child as long as it runs, and that test's own run be refused. Closing what is not open is no mistake.
      for descriptor in Int32(3)..<256 { posix_spawn_file_actions_addclose(&actions, descriptor) }
    #endif
    var inherited = ProcessInfo.processInfo.environment.filter { $0.key != "IMPORT_LEGACY_FAULT" }
    inherited.merge(environment) { $1 }
    let argumentList = ([path] + arguments).map { strdup($0) } + [nil]
    let environmentList = inherited.sorted { $0.key < $1.key }.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (argumentList + environmentList).forEach { free($0) } }

    var process = pid_t()
    let code = posix_spawn(&process, path, &actions, nil, argumentList, environmentList)
    guard code == 0 else { throw NotThere(description: "\(path): \(String(cString: strerror(code)))") }
    var ending: Int32 = 0
    while waitpid(process, &ending, 0) < 0, errno == EINTR {}
    let signal = ending & 0x7f
    let run = Run(
      status: signal == 0 ? (ending >> 8) & 0xff : nil, signal: signal == 0 ? nil : signal,
      output: try words.text("output"), error: try words.text("error"))
    #expect(!run.output.contains(canary), "the canary is on standard output", sourceLocation: sourceLocation)
    #expect(!run.error.contains(canary), "the canary is on standard error", sourceLocation: sourceLocation)
    return run
  }
}
