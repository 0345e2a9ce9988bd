import Foundation

/// Real SQLite files, and other processes, come from python3.
enum Python {
  static let path = "/usr/bin/python3"
  static let isPresent = FileManager.default.isExecutableFile(atPath: path)

  /// Runs a script to its end and gives what it printed.
  @discardableResult
  static func run(_ script: String, _ arguments: String...) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = ["-c", script] + arguments
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Starts a script and waits until it printed its first line.
  static func start(_ script: String, _ arguments: String...) throws -> Process {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = ["-c", script] + arguments
    process.standardOutput = output
    process.standardInput = Pipe()
    try process.run()
    _ = output.fileHandleForReading.availableData
    return process
  }

  /// Ends a process. A child of a test inherits blocked signals, so that only this one gets through.
  static func stop(_ process: Process) {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
