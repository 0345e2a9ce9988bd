import CoreDataMigration
import Diagnostics
import StoreProtection
import YAML

/// Consents that somebody reviewed, each with the rows it covers, and the bytes of the store they were given for.
struct ConsentsFile: Sendable, Equatable {
  /// The version of the format that is read and written.
  static let version = "1"

  struct Entry: Sendable, Equatable {
    /// As on the command line, without a limit.
    var consent: String
    /// At most so many.
    var rows: Int64
    var why: String?
    /// Lines of the comment in front.
    var notes: [String] = []
  }

  /// Digest of each of the store's files that hold data, by what the file is; `sha256:` and hexadecimal digits.
  var source: [String: String]
  var entries: [Entry]

  /// In the form of `--allow`.
  var allowed: [String] { entries.map { "\($0.consent)=\($0.rows)" } }

  var consents: [Consent] { allowed.compactMap(Consent.init) }

  /// The digests that a file for this store bears. A log without a byte is none.
  static func digests(of snapshot: Snapshot) -> [String: String] {
    let files = snapshot.files.filter { $0.role == .store || $0.digest.size > 0 }
    return Dictionary(
      files.map { ($0.role.rawValue, "sha256:" + $0.digest.sha256) }, uniquingKeysWith: { first, _ in first })
  }

  /// A consent for some rows of one store is none for those of another.
  func check(against snapshot: Snapshot) throws(DiagnosticError) {
    guard source != Self.digests(of: snapshot) else { return }
    throw DiagnosticError(
      .blocked,
      Diagnostic(
        .consentsOtherSource, .error,
        summary: "The consents file was made for other bytes than those that the store now has.",
        recovery: [
          "Run plan again with --write-consents, and review what it writes.",
          "If the store was only opened since, its bytes changed all the same: its log was folded in.",
        ]))
  }

  /// - Parameter header: lines of the comment at the top.
  func text(header: [String]) -> String {
    typealias Line = (key: String, item: YAMLOutline.Item)
    let digests = source.sorted { $0.key < $1.key }.map { key, digest -> Line in
      (key, .init(.scalar(digest)))
    }
    let items = entries.map { entry -> YAMLOutline.Item in
      let lines: [Line] =
        [("consent", .init(.scalar(entry.consent))), ("rows", .init(.scalar(String(entry.rows))))]
        + (entry.why.map { [("why", .init(.scalar($0)))] } ?? [])
      return .init(.mapping(lines), notes: entry.notes)
    }
    return YAMLOutline.mapping([
      ("version", .init(.scalar(Self.version))), ("source", .init(.mapping(digests))),
      ("consents", .init(.sequence(items))),
    ]).text(header: header)
  }
}

extension DiagnosticID {
  static let consentsOtherSource = DiagnosticID("consents.other-source")
}
