package import Diagnostics

/// A file of waivers: an id and, if only some are meant, `Entity` or `Entity.property`, on a line each.
package enum WaiverFile {
  /// - Parameter file: its name, without its folder.
  /// - Throws: status 64, with every fault in the order of the file.
  package static func parse(_ bytes: [UInt8], file: String) throws(DiagnosticError) -> [Waiver] {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw DiagnosticError(.usage, fault("\(file) is not UTF-8."))
    }
    var waivers: [Waiver] = []
    var faults: [Diagnostic] = []
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace).map(String.init)
      guard !words.isEmpty else { continue }
      if let waiver = waiver(words, line: index + 1) {
        waivers.append(waiver)
      } else {
        faults.append(fault("\(file), line \(index + 1): this is no waiver."))
      }
    }
    guard faults.isEmpty else { throw DiagnosticError(.usage, faults) }
    return waivers
  }

  private static func waiver(_ words: [String], line: Int) -> Waiver? {
    guard words.count <= 2, isID(words[0]) else { return nil }
    guard words.count == 2 else { return Waiver(id: words[0], line: line) }
    let parts = words[1].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(
      String.init)
    guard parts.allSatisfy({ !$0.isEmpty }) else { return nil }
    return Waiver(
      id: words[0], entity: parts[0], property: parts.count == 2 ? parts[1] : nil, line: line)
  }

  /// `family.kebab-case`. An id that this version does not know is no fault: the report may be of another.
  private static func isID(_ word: String) -> Bool {
    let parts = word.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 2
      && parts.allSatisfy { part in
        !part.isEmpty && part.first != "-" && part.last != "-"
          && part.utf8.allSatisfy {
            (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D
          }
      }
  }

  private static func fault(_ summary: String) -> Diagnostic {
    Diagnostic(
      .waiverForm, .error, summary: summary,
      recovery: [
        "Write a finding's id on a line, and after a space the Entity or Entity.property if only that is"
          + " meant; # begins a comment."
      ])
  }
}

extension DiagnosticID {
  package static let waiverForm = DiagnosticID("waivers.form")
  package static let waiverUnused = DiagnosticID("waivers.unused")
}
