/// Parts of paths, as bytes: two names that look alike but are spelt with other bytes are two files.
package enum FileName {
  private static let slash = UInt8(ascii: "/")

  /// `a/b/c` → `a/b`; `c` → `.`; `/c` → `/`.
  package static func folder(of path: String) -> String {
    let bytes = trimmed(path.utf8)
    guard let cut = bytes.lastIndex(of: slash) else { return path.utf8.first == slash ? "/" : "." }
    let folder = trimmed(bytes[..<cut])
    return folder.isEmpty ? "/" : String(decoding: folder, as: UTF8.self)
  }

  /// `a/b/c` and `a/b/c/` → `c`; empty for `/`.
  package static func last(of path: String) -> String {
    let bytes = trimmed(path.utf8)
    let start = bytes.lastIndex(of: slash).map { $0 + 1 } ?? bytes.startIndex
    return String(decoding: bytes[start...], as: UTF8.self)
  }

  /// The name without its last extension: `My.Notes.sqlite` → `My.Notes`; `.store` has none.
  package static func base(of path: String) -> String {
    let bytes = Array(last(of: path).utf8)
    guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), dot > 0, dot < bytes.count - 1 else {
      return String(decoding: bytes, as: UTF8.self)
    }
    return String(decoding: bytes[..<dot], as: UTF8.self)
  }

  package static func join(_ folder: String, _ name: String) -> String {
    folder.utf8.last == slash ? folder + name : folder + "/" + name
  }

  /// Whether both are spelt with the same bytes (`==` takes two spellings of `é` for one).
  package static func equal(_ first: String, _ second: String) -> Bool {
    first.utf8.elementsEqual(second.utf8)
  }

  /// `a/b//` → `a/b`; `/` stays.
  package static func withoutTrailingSlash(_ path: String) -> String {
    let bytes = trimmed(path.utf8)
    return bytes.isEmpty ? path : String(decoding: bytes, as: UTF8.self)
  }

  private static func trimmed(_ path: some Collection<UInt8>) -> [UInt8] {
    var bytes = Array(path)
    while bytes.last == slash { bytes.removeLast() }
    return bytes
  }
}
