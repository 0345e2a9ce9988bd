/// The list of a folder's files and their SHA-256 digests, as `sha256sum` writes and checks it.
package struct ChecksumList: Sendable, Hashable {
  package struct Entry: Sendable, Hashable {
    /// Relative to the list's folder.
    package let name: String
    /// 64 lower-case hexadecimal digits.
    package let sha256: String
  }

  static let fileName = "SHA256SUMS"

  package let entries: [Entry]

  /// In the order of the names' bytes.
  init(_ entries: [Entry]) {
    self.entries = entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// A name with a backslash or a line break is escaped, and a backslash at the line's start says so
  /// (https://www.gnu.org/software/coreutils/manual/html_node/cksum-output-modes.html).
  var text: String {
    entries.map { entry in
      let escaped = Self.escape(entry.name)
      return "\(escaped == entry.name ? "" : "\\")\(entry.sha256)  \(escaped)\n"
    }.joined()
  }

  /// `nil` if it is no such list, or names a file twice or outside of its folder.
  init?(parsing bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    var entries: [Entry] = []
    var seen: Set<[UInt8]> = []
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      let isEscaped = line.first == UInt8(ascii: "\\")
      let rest = Array(isEscaped ? line.dropFirst() : line)
      guard rest.count > 66, rest[64] == 0x20, rest[65] == 0x20 || rest[65] == UInt8(ascii: "*") else {
        return nil
      }
      let digest = rest[..<64]
      let isHexadecimal = digest.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
      }
      let written = String(decoding: rest[66...], as: UTF8.self)
      guard isHexadecimal, let name = isEscaped ? Self.unescape(written) : written, Self.staysInside(name),
        seen.insert(Array(name.utf8)).inserted
      else { return nil }
      entries.append(Entry(name: name, sha256: String(decoding: digest, as: UTF8.self)))
    }
    self.init(entries)
  }

  private static func escape(_ name: String) -> String {
    var result = ""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func unescape(_ text: String) -> String? {
    var result = ""
    var scalars = text.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      guard scalar == "\\" else {
        result.unicodeScalars.append(scalar)
        continue
      }
      switch scalars.next() {
      case "\\": result += "\\"
      case "n": result += "\n"
      case "r": result += "\r"
      default: return nil
      }
    }
    return result
  }

  private static func staysInside(_ name: String) -> Bool {
    // A path ends at a NUL, so that the name would stand for another file.
    guard !name.utf8.contains(0) else { return false }
    let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return parts.allSatisfy { !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8) }
  }
}
