import Foundation

/// Python's own readers: a second opinion on property lists, and SQLite for copies of stores.
enum Python {
  static let isPresent: Bool = (try? run("print(1)")) == "1\n"

  struct Failure: Error {
    let status: Int32
  }

  /// What the script prints.
  static func run(_ script: String, _ arguments: [String] = []) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script] + arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(status: process.terminationStatus) }
    return String(decoding: data, as: UTF8.self)
  }
}
