import Digests
import FileOperations
import Reports

/// A folder with the report of each store that was accepted last. `meta` is left out: it differs from run to run.
struct Baseline {
  private static let suffix = ".report.json"
  /// Of a name in a folder, in bytes; some file systems count characters, of which there are no more.
  private static let longestName = 200

  let folder: String
  let files: FileOperations

  func compare(_ store: RehearsedStore) throws(FileError) -> BaselineComparison {
    guard let report = store.report else { return .noReport }
    let path = path(of: store.name)
    guard try files.statusIfPresent(of: path, at: .baseline) != nil else { return .new }
    let bytes = try files.readAll(path, at: .baseline)
    guard let accepted = try? ImportReport(parsing: bytes) else { return .unreadable }
    let diff = ReportDiff(old: accepted.body, new: report.body)
    return diff.isEqual ? .equal : .differs(diff.differences)
  }

  /// Writes what differs or is new. What is no report of ours is left alone.
  func accept(_ store: RehearsedStore) throws(FileError) -> BaselineComparison {
    let comparison = try compare(store)
    switch comparison {
    case .equal, .noReport, .unreadable: return comparison
    case .differs, .new, .accepted: break
    }
    guard let report = store.report else { return .noReport }
    let text = ImportReport(body: report.body).json()
    try files.replaceFile(path(of: store.name), with: Array(text.utf8), at: .baseline)
    return .accepted
  }

  /// Stores of which a report is kept and that are none of `names`.
  func vanished(from names: [String]) throws(FileError) -> [String] {
    let known = Set(names.map(Self.fileName))
    return try files.list(folder, at: .baseline).names
      .filter { $0.hasSuffix(Self.suffix) && !$0.hasPrefix(".") && !known.contains($0) }
      .map { Self.name(ofFile: $0) }
  }

  private func path(of name: String) -> String { FileName.join(folder, Self.fileName(name)) }

  /// Letters, digits and `-._` of ASCII stand for themselves, everything else is its bytes in percent form; a name that
  /// would be too long ends in its digest.
  static func fileName(_ name: String) -> String {
    var text = ""
    for (index, byte) in name.utf8.enumerated() {
      let scalar = Unicode.Scalar(byte)
      let isPlain =
        byte < 0x80 && (scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal)
        || ["-", "_"].contains(scalar) || (scalar == "." && index > 0)
      if isPlain {
        text.unicodeScalars.append(scalar)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        text += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    if text.utf8.count + suffix.utf8.count > longestName {
      let digest = sha256(Array(name.utf8)).hexadecimalText.prefix(16)
      text = text.prefix(longestName - suffix.utf8.count - 18) + "%-" + digest
    }
    return text + suffix
  }

  /// The name of the store, or what of it the file's name tells.
  private static func name(ofFile file: String) -> String {
    let text = Array(file.utf8.dropLast(suffix.utf8.count))
    var bytes: [UInt8] = []
    var index = 0
    while index < text.count {
      if text[index] == UInt8(ascii: "%"), index + 2 < text.count,
        let byte = UInt8(String(decoding: text[index + 1...index + 2], as: UTF8.self), radix: 16)
      {
        bytes.append(byte)
        index += 3
      } else {
        bytes.append(text[index])
        index += 1
      }
    }
    return String(validating: bytes, as: UTF8.self) ?? file
  }
}

extension FilePoint {
  static let baseline: FilePoint = "rehearsal.baseline"
}
