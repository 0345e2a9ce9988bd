import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The program as a user whom rights of files bind: root reads and writes whatever they say.
enum Unprivileged {
  private static let tool = "/usr/bin/setpriv"

  /// Whether the program can be run so: not where its folder is root's alone.
  static let isPossible: Bool = {
    guard geteuid() == 0 else { return true }
    guard FileManager.default.isExecutableFile(atPath: tool) else { return false }
    return (try? start(prefix + ["--version"], NSTemporaryDirectory()))?.status == 0
  }()

  private static let prefix = ["--reuid=65534", "--regid=65534", "--clear-groups", "--", Program.path]

  static func run(_ arguments: [String], temporary: String) throws -> Program.Run {
    geteuid() == 0
      ? try start(prefix + arguments, temporary)
      : try Program.run(arguments, environment: ["TMPDIR": temporary])
  }

  private static func start(_ arguments: [String], _ temporary: String) throws -> Program.Run {
    let words = try Scratch()
    for name in ["output", "error"] { try words.write("", to: name) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: tool)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": temporary]) { $1 }
    process.standardOutput = FileHandle(forWritingAtPath: words("output"))
    process.standardError = FileHandle(forWritingAtPath: words("error"))
    try process.run()
    process.waitUntilExit()
    return Program.Run(
      status: process.terminationReason == .exit ? process.terminationStatus : nil,
      signal: process.terminationReason == .exit ? nil : process.terminationStatus,
      output: try words.text("output"), error: try words.text("error"))
  }
}
