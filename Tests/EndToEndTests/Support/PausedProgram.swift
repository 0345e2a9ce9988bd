import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The program, held at the beginning of a stage: its standard error is a pipe that has room for the names of the
/// stages before that one, and for no more.
final class PausedProgram {
  static let isPossible = FileManager.default.fileExists(atPath: "/proc/self/stat")
  private static let stages = [
    "locate", "protect", "open", "resolve", "plan", "create", "connect", "validate", "promote",
  ]
  private static let pipeSize: Int32 = 4096
  /// `F_SETPIPE_SZ` of Linux.
  private static let setPipeSize: Int32 = 1031

  private let process = Process()
  private let error = Pipe()
  private let words: Scratch

  var id: Int32 { process.processIdentifier }

  init(_ arguments: [String], before stage: String) throws {
    words = try Scratch()
    let earlier = Self.stages.prefix { $0 != stage }.map { "import-legacy: \($0)\n".utf8.count }.reduce(0, +)
    let writing = error.fileHandleForWriting
    guard fcntl(writing.fileDescriptor, Self.setPipeSize, Self.pipeSize) == Self.pipeSize else {
      throw CocoaError(.featureUnsupported)
    }
    writing.write(Data(repeating: 0x2e, count: Int(Self.pipeSize) - earlier))
    try words.write("", to: "output")
    process.executableURL = URL(fileURLWithPath: Program.path)
    process.arguments = arguments + ["--verbose"]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: words("output")))
    process.standardError = writing
    try process.run()
    var stillness = 0
    while stillness < 5 {
      usleep(10_000)
      stillness = isAsleep ? stillness + 1 : 0
    }
  }

  /// Whether it waits for something.
  private var isAsleep: Bool {
    guard let text = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8) else { return true }
    return text.split(separator: ")").last?.hasPrefix(" S") ?? true
  }

  func signal(_ number: Int32) { kill(id, number) }

  /// Lets it go on to its end.
  func finish() throws -> Program.Run {
    try error.fileHandleForWriting.close()
    let said = error.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let isSignal = process.terminationReason == .uncaughtSignal
    let number = process.terminationStatus
    return Program.Run(
      status: isSignal ? nil : number, signal: isSignal ? number : nil, output: try words.text("output"),
      error: String(decoding: said.drop { $0 == 0x2e }, as: UTF8.self))
  }
}
