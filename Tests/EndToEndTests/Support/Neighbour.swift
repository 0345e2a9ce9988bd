import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Another program: python3 in a process of its own, that does what it is told word by word.
final class Neighbour {
  static let python = "/usr/bin/python3"
  static let isPresent = FileManager.default.isExecutableFile(atPath: python)

  /// Each line is an expression; its value, or what went wrong, is the answer.
  private static let listening = """
    import os, sqlite3, subprocess, sys, time
    path = sys.argv[1]
    names = globals()
    def connect(timeout=0):
        global c
        c = sqlite3.connect(path, isolation_level=None, timeout=timeout)
    def sql(text):
        return c.execute(text).fetchall()
    for line in sys.stdin:
        try: answer = eval(line, names)
        except Exception as problem: answer = problem
        print(str(answer).replace(chr(10), ' '), flush=True)
    """

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  /// - Parameter script: runs instead of listening; it is to print a line once it is ready.
  init(at path: String, script: String? = nil) throws {
    process.executableURL = URL(fileURLWithPath: Self.python)
    process.arguments = ["-c", script ?? Self.listening, path]
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    if script != nil { _ = listen() }
  }

  deinit { end() }

  /// Says an expression and gives the answer.
  @discardableResult
  func say(_ expression: String) throws -> String {
    try input.fileHandleForWriting.write(contentsOf: Data((expression + "\n").utf8))
    return listen()
  }

  /// Says what needs no answer now.
  func begin(_ expression: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data((expression + "\n").utf8))
  }

  /// The next line of its words.
  func listen() -> String {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while read(output.fileHandleForReading.fileDescriptor, &byte, 1) == 1, byte != 10 { bytes.append(byte) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Ends it as a crash does. A child of a test inherits blocked signals, so that only this one gets through.
  func end() {
    guard process.isRunning else { return }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
