import Digests

/// A UUID that follows from what is imported and how: every run of one import gives the same.
enum DerivedUUID {
  /// Version 8 of RFC 9562, in upper case as Core Data writes them.
  ///
  /// - Parameter stops: digests of the versions in between, for a run of several steps: another way is another import.
  static func text(from source: String, target: String, consents: [String], stops: [String] = []) -> String {
    let parts =
      ["import-legacy", source, target] + Set(consents).sorted() + (stops.isEmpty ? [] : ["via"] + stops)
    // A separator that no part can hold keeps "a" + "bc" apart from "ab" + "c".
    var bytes = Array(sha256(Array(parts.joined(separator: "\0").utf8)).prefix(16))
    bytes[6] = 0x80 | (bytes[6] & 0x0f)
    bytes[8] = 0x80 | (bytes[8] & 0x3f)
    return bytes.uuidText
  }
}
