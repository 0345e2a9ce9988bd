import Digests
import Foundation
import Testing

@testable import StoreProtection

/// The lists are for `sha256sum`, and its lists are for us.
@Suite struct SwapChecksumListTests {
  static let tool = "/usr/bin/sha256sum"
  static let hasTool = FileManager.default.isExecutableFile(atPath: tool)
  static let names = [
    "plain", "two words", " begins and ends ", "back\\slash", "\\n no line feed", "line\nfeed",
    "carriage\rreturn",
    "both\r\n\\", "Größe", "Gro\u{308}ße", "日本語", "🙂", "*star", "-dash", "'quote\"", "tab\there",
    ".hidden/_EXTERNAL_DATA/1234", "folder/with space\\/file", "trailing\\", "…", "..a", "a..", "...",
  ]

  private func run(_ arguments: [String], in folder: String) throws -> (status: Int32, output: Data) {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: Self.tool)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, data)
  }

  private func make(_ names: [String], in folder: TemporaryFolder) throws -> ChecksumList {
    ChecksumList(
      try names.map { name in
        let bytes = Array("of \(name)".utf8)
        try folder.write(bytes, to: name)
        return ChecksumList.Entry(name: name, sha256: sha256(bytes).hexadecimalText)
      })
  }

  @Test(.enabled(if: hasTool), arguments: names) func theToolReadsOurs(_ name: String) throws {
    let folder = try TemporaryFolder()
    let list = try make([name], in: folder)
    try folder.write(list.text, to: "SHA256SUMS")
    let found = try run(["--check", "--strict", "SHA256SUMS"], in: folder.path)
    #expect(found.status == 0, "\(String(decoding: found.output, as: UTF8.self))")
    #expect(ChecksumList(parsing: Array(list.text.utf8)) == list)
    // It does look.
    try folder.write("other", to: name)
    #expect(try run(["--check", "--strict", "--status", "SHA256SUMS"], in: folder.path).status == 1)
  }

  @Test(.enabled(if: hasTool), arguments: [[], ["--binary"]]) func weReadTheTools(_ options: [String]) throws
  {
    let folder = try TemporaryFolder()
    let list = try make(Self.names, in: folder)
    let found = try run(options + ["--"] + Self.names, in: folder.path)
    #expect(found.status == 0)
    #expect(ChecksumList(parsing: Array(found.output)) == list)
    if options.isEmpty {
      let lines = { (bytes: [UInt8]) in
        bytes.split(separator: 10).map { String(decoding: $0, as: UTF8.self) }.sorted()
      }
      #expect(lines(Array(found.output)) == lines(Array(list.text.utf8)))
    }
  }

  @Test func oneOrder() throws {
    let entries = Self.names.map { ChecksumList.Entry(name: $0, sha256: String(repeating: "a", count: 64)) }
    #expect(ChecksumList(entries) == ChecksumList(entries.reversed()))
    #expect(ChecksumList(entries).text == ChecksumList(entries.reversed()).text)
    #expect(ChecksumList(parsing: []) == ChecksumList([]))
  }

  @Test(
    arguments: [
      "../a", "..", ".", "/a", "/etc/passwd", "a/../b", "a/..", "a/.", "./a", "a//b", "a/", "/", "",
    ])
  func namesThatLeadElsewhere(_ name: String) {
    let digest = String(repeating: "0", count: 64)
    #expect(ChecksumList(parsing: Array("\(digest)  \(name)\n".utf8)) == nil)
    // Beside a good line too.
    #expect(ChecksumList(parsing: Array("\(digest)  good\n\(digest)  \(name)\n".utf8)) == nil)
  }

  @Test(
    arguments: [
      "D  a\nD  a\n", "D  a\nE  a\n", "D *a\nD  a\n", "\\D  a\\\\\nD  a\\\n", "D a\n", "D\ta\n", "Da\n",
      "D\n", "D  \n",
      "G  a\n", "U  a\n", "S  a\n", "a\n", "\\D  a\\x\n", "\\D  a\\\n", "# comment\n", "SHA256 (a) = D\n",
      " D  a\n",
      "D  a\u{0}b\n",
    ])
  func badLines(_ form: String) {
    var text = ""
    for character in form {
      switch character {
      case "D": text += String(repeating: "0", count: 64)
      case "E": text += String(repeating: "e", count: 64)
      case "G": text += String(repeating: "g", count: 64)
      case "U": text += String(repeating: "A", count: 64)
      case "S": text += String(repeating: "0", count: 63)
      default: text.append(character)
      }
    }
    #expect(ChecksumList(parsing: Array(text.utf8)) == nil, "\(form)")
  }

  @Test func otherBytesThanText() {
    let digest = Array(String(repeating: "0", count: 64).utf8)
    #expect(ChecksumList(parsing: digest + [0x20, 0x20, 0xff, 0x0a]) == nil)
    // The last line feed may be missing; two spellings of one letter are two names.
    #expect(ChecksumList(parsing: digest + Array("  a".utf8))?.entries.map(\.name) == ["a"])
    let two = digest + Array("  é\n".utf8) + digest + Array("  e\u{301}\n".utf8)
    #expect(ChecksumList(parsing: two)?.entries.count == 2)
  }
}
