import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The program while it runs.
final class RunningProgram {
  private let process = Process()
  private let words: Scratch

  init(_ arguments: [String], environment: [String: String] = [:]) throws {
    words = try Scratch()
    for name in ["output", "error"] { try words.write("", to: name) }
    process.executableURL = URL(fileURLWithPath: Program.path)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.filter { $0.key != "IMPORT_LEGACY_FAULT" }
      .merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: words("output")))
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: words("error")))
    try process.run()
  }

  deinit {
    guard process.isRunning else { return }
    kill()
    process.waitUntilExit()
  }

  var isRunning: Bool { process.isRunning }

  var id: Int32 { process.processIdentifier }

  /// Runs it until it stops at the fault named, `POINT:PASSAGE`.
  ///
  /// - Throws: if it comes to its end before.
  convenience init(_ arguments: [String], stoppedAt points: String...) throws {
    try self.init(
      arguments,
      environment: ["IMPORT_LEGACY_FAULT": points.map { $0 + ":stop" }.joined(separator: ",")])
    try waitUntilStopped()
  }

  static let canBeHeld = FileManager.default.fileExists(atPath: "/proc/self/stat")

  /// Waits until it has stopped itself.
  func waitUntilStopped() throws {
    while !isStopped {
      guard process.isRunning else {
        throw Program.NotThere(description: "the program ended before it stopped: \(try finish())")
      }
      usleep(1000)
    }
  }

  private var isStopped: Bool {
    let text = try? String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)
    return text?.split(separator: ")").last?.hasPrefix(" T") ?? false
  }

  func resume() { signal(SIGCONT) }

  func kill() { signal(SIGKILL) }

  func signal(_ number: Int32) {
    #if canImport(Glibc)
      _ = Glibc.kill(process.processIdentifier, number)
    #elseif canImport(Musl)
      _ = Musl.kill(process.processIdentifier, number)
    #else
      _ = Darwin.kill(process.processIdentifier, number)
    #endif
  }

  /// Waits for its end.
  func finish() throws -> Program.Run {
    process.waitUntilExit()
    let isSignal = process.terminationReason == .uncaughtSignal
    let run = Program.Run(
      status: isSignal ? nil : process.terminationStatus,
      signal: isSignal ? process.terminationStatus : nil, output: try words.text("output"),
      error: try words.text("error"))
    #expect(!run.output.contains(Program.canary) && !run.error.contains(Program.canary))
    return run
  }
}
