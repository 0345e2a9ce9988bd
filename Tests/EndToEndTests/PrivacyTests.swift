import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What a run works with is for its user alone, whatever the umask says.
@Suite("Private folders and files", .enabled(if: RunningProgram.canBeHeld && Tool.has("/bin/sh")))
struct PrivacyTests {
  private struct Found {
    let mode: UInt32
    let isFolder: Bool
  }

  /// Runs the program below a shell that sets the umask first. Waits until it stops itself at `point`, then looks.
  private func modes(
    _ words: [String], stoppedAt point: String, umask: String, in scratch: Scratch, folder: String
  ) throws -> [String: Found] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "umask \(umask); exec \"$@\"", "sh", Program.path] + words
    process.environment = [
      "IMPORT_LEGACY_FAULT": "\(point):1:stop", "TMPDIR": scratch("temporary"), "PATH": "/usr/bin:/bin",
    ].merging(ProcessInfo.processInfo.environment.filter { $0.key.hasSuffix("SAN_OPTIONS") }) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    defer {
      kill(process.processIdentifier, SIGCONT)
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }
    while true {
      let text = try? String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)
      if text?.split(separator: ")").last?.hasPrefix(" T") ?? false { break }
      guard process.isRunning else { throw Program.NotThere(description: "ended before \(point)") }
      usleep(1000)
    }
    return try scratch.contents(folder).reduce(into: [:]) { found, name in
      let status = try scratch.status(folder + "/" + name)
      found[name] = Found(
        mode: UInt32(status.st_mode) & 0o7777, isFolder: status.st_mode & S_IFMT == S_IFDIR)
    }
  }

  private func check(_ found: [String: Found], least: Int) {
    #expect(found.count >= least, "\(found.keys.sorted())")
    for (name, entry) in found {
      #expect(entry.mode == (entry.isFolder ? 0o700 : 0o600), "\(name) \(String(entry.mode, radix: 8))")
    }
  }

  @Test("The work folder of --output, and OUTPUT as STORE", arguments: ["0", "022", "077"])
  func output(umask: String) throws {
    let fixture = try Fixture("library-external/Library")
    let scratch = fixture.workshop.scratch
    try scratch.makeFolder("temporary")
    #expect(chmod(fixture.workshop.input(fixture.store), 0o640) == 0)
    let words = [
      "run", fixture.workshop.input(fixture.store), "--model", fixture.workshop.input(Fixture.model),
      "--model-version", "Library 2", "--output", fixture.workshop.output(),
    ]
    let modes = try modes(words, stoppedAt: "destination.sync", umask: umask, in: scratch, folder: "out")
    // Folder, lock, the source's copy and its folder, the new file.
    check(modes, least: 5)
    // No more than STORE lets others, and no more than the umask.
    #expect(try scratch.mode("out/New.sqlite") == (umask == "077" ? 0o600 : 0o640))
    let file = try #require(scratch.contents("out/.New_SUPPORT/_EXTERNAL_DATA").first)
    #expect(try scratch.mode("out/.New_SUPPORT/_EXTERNAL_DATA/" + file) == (umask == "077" ? 0o600 : 0o644))
  }

  @Test("The import folder of a run in place", arguments: ["0", "022"])
  func inPlace(umask: String) throws {
    let fixture = try Fixture("library-1")
    let scratch = fixture.workshop.scratch
    try scratch.makeFolder("temporary")
    let folder = "in/.\(fixture.store).import-legacy"
    let words = [
      "run", fixture.workshop.input(fixture.store), "--model", fixture.workshop.input(Fixture.model),
      "--model-version", "Library 2",
    ]
    let modes = try modes(words, stoppedAt: "destination.sync", umask: umask, in: scratch, folder: folder)
    let copied = modes.filter { !$0.key.hasPrefix("copies/") || !$0.key.hasSuffix(fixture.store) }
    // A safety copy has the store's own mode, in a folder that nobody else may enter.
    #expect(copied.count == modes.count - 1)
    #expect(try scratch.mode(folder) == 0o700)
    check(copied, least: 8)
  }

  @Test(
    "The temporary folder of plan, inspect and a dry run in place", arguments: ["plan", "inspect", "run"])
  func temporary(command: String) throws {
    let fixture = try Fixture("library-1")
    let scratch = fixture.workshop.scratch
    try scratch.makeFolder("temporary")
    var words = [
      command, fixture.workshop.input(fixture.store), "--model", fixture.workshop.input(Fixture.model),
    ]
    if command != "inspect" { words += ["--model-version", "Library 2"] }
    if command == "run" { words += ["--dry-run"] }
    let point = command == "run" ? "destination.sync" : "trial.clean"
    let modes = try modes(words, stoppedAt: point, umask: "0", in: scratch, folder: "temporary")
    check(modes, least: 2)
    #expect(try scratch.contents("temporary") == [])
  }
}
