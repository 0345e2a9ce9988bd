import Foundation

/// Other programs, for what only they can show.
enum Tool {
  struct Run {
    let status: Int32
    let output: String
  }

  static func has(_ path: String) -> Bool { FileManager.default.isExecutableFile(atPath: path) }

  static let sqlite = "/usr/bin/sqlite3"
  static let sums = "/usr/bin/sha256sum"
  static let setpriv = "/usr/bin/setpriv"
  static let mount = "/usr/bin/mount"
  static let unmount = "/usr/bin/umount"
  static let isRoot = getuid() == 0

  /// Runs a program to its end.
  @discardableResult
  static func run(_ path: String, _ words: [String], in folder: String? = nil) throws -> Run {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = words
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    process.standardOutput = output
    process.standardInput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Run(status: process.terminationStatus, output: String(decoding: data, as: UTF8.self))
  }

  // MARK: Extended attributes

  static let attribute = "user.import-test"
  static let python = "/usr/bin/python3"
  static let hasAttributes: Bool = {
    guard has(python), let scratch = try? Scratch(), let path = try? scratch.write("", to: "file") else {
      return false
    }
    return (try? setAttribute(of: path)) ?? false
  }()

  /// Gives a file an extended attribute of ours.
  static func setAttribute(of path: String) throws -> Bool {
    let script = "import os, sys; os.setxattr(sys.argv[1], sys.argv[2], b'a value')"
    return try run(python, ["-c", script, path, attribute]).status == 0
  }

  static func attribute(of path: String) throws -> String {
    let script = "import os, sys; print(os.getxattr(sys.argv[1], sys.argv[2]).decode(), end='')"
    return try run(python, ["-c", script, path, attribute]).output
  }

  /// An SQLite program that commits to the log of a database, and is killed with it open: log and shared memory stay.
  static func commitAndDie(_ database: String, _ sql: String) throws {
    let process = Process()
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: sqlite)
    process.arguments = ["-bail", database]
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    input.fileHandleForWriting.write(
      Data("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0;\n\(sql);\nSELECT 'committed';\n".utf8))
    var said = ""
    while !said.contains("committed") {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { break }
      said += String(decoding: data, as: UTF8.self)
    }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    guard said.contains("committed") else { throw CocoaError(.executableLoad) }
  }
}
