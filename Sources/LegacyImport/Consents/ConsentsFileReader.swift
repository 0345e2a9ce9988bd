import CoreDataMigration
import Diagnostics
import FileOperations
import Spelling
import StoreProtection
import YAML

/// Reads a consents file, and tells everything that is wrong with it.
struct ConsentsFileReader {
  /// The file's name, without its folder.
  private let file: String
  private var faults: [(mark: YAMLMark, diagnostic: Diagnostic)] = []

  /// - Throws: status 64, with every fault in the order of the file.
  static func read(_ path: String, with files: FileOperations) throws(DiagnosticError) -> ConsentsFile {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try files.readAll(path, at: .consents)
    } catch {
      if error.isOfSystem { throw DiagnosticError(error) }
      throw DiagnosticError(
        .usage,
        Diagnostic(
          .consentsUnreadable, .error,
          summary: error.isAbsence
            ? "The consents file is not there." : "The consents file could not be read: \(error.reason).",
          recovery: ["Check the path that --consents names; plan --write-consents writes such a file."]))
    }
    return try read(bytes, file: FileName.last(of: path))
  }

  static func read(_ bytes: [UInt8], file: String) throws(DiagnosticError) -> ConsentsFile {
    var reader = ConsentsFileReader(file: file)
    let result: ConsentsFile?
    do throws(YAMLError) {
      result = reader.read(try YAMLDocument(parsing: bytes).root)
    } catch {
      reader.add(error.mark, error.description, "Correct the file; it is YAML (or JSON) in UTF-8.")
      result = nil
    }
    guard let result, reader.faults.isEmpty else {
      let inOrder = reader.faults.sorted { ($0.mark.line, $0.mark.column) < ($1.mark.line, $1.mark.column) }
      throw DiagnosticError(.usage, inOrder.map(\.diagnostic))
    }
    return result
  }

  private init(file: String) { self.file = file }

  private mutating func read(_ root: YAMLNode) -> ConsentsFile? {
    guard
      let fields = fields(
        root, ["version", "source", "consents"], required: ["version", "source", "consents"])
    else { return nil }
    if let version = fields["version"].flatMap({ text($0) }), version != ConsentsFile.version {
      add(
        root.mark, "this program knows version \(ConsentsFile.version) of the format only",
        "Use a newer version of the program.")
      return nil
    }
    let source = fields["source"].map { digests($0) }
    let entries = fields["consents"].map { self.entries($0) }
    guard let source, let entries else { return nil }
    return ConsentsFile(source: source, entries: entries)
  }

  private mutating func digests(_ node: YAMLNode) -> [String: String] {
    let roles = StoreFileRole.holdingData.map(\.rawValue)
    guard let fields = fields(node, roles, required: [StoreFileRole.store.rawValue]) else { return [:] }
    var result: [String: String] = [:]
    for (role, node) in fields {
      guard let digest = text(node) else { continue }
      let digits = digest.dropFirst("sha256:".count)
      if digest.hasPrefix("sha256:"), digits.utf8.count == 64, digits.allSatisfy(\.isHexDigit) {
        result[role] = digest.lowercased()
      } else {
        add(node.mark, "`sha256:` and 64 hexadecimal digits are expected", "Copy the digest that plan wrote.")
      }
    }
    return result
  }

  private mutating func entries(_ node: YAMLNode) -> [ConsentsFile.Entry] {
    guard case .sequence(let items) = node.content else {
      add(node.mark, "a list of consents is expected", "Write a list; an empty one is [].")
      return []
    }
    var lines: [String: Int] = [:]
    return items.compactMap { item in
      guard let entry = self.entry(item) else { return nil }
      if let line = lines[entry.consent] {
        add(item.mark, "the same consent stands in line \(line) already", "Remove one of them.")
      }
      lines[entry.consent] = item.mark.line
      return entry
    }
  }

  private mutating func entry(_ node: YAMLNode) -> ConsentsFile.Entry? {
    guard let fields = fields(node, ["consent", "rows", "why"], required: ["consent", "rows"]) else {
      return nil
    }
    let consent = fields["consent"].flatMap { self.consent($0) }
    let rows = fields["rows"].flatMap { count($0) }
    let why = fields["why"].flatMap { text($0) }
    guard let consent, let rows else { return nil }
    return ConsentsFile.Entry(consent: consent, rows: rows, why: why)
  }

  private mutating func consent(_ node: YAMLNode) -> String? {
    guard let text = text(node) else { return nil }
    if let consent = Consent(text), consent.limit == nil { return text }
    add(
      node.mark, "this is no consent, or one with a limit of its own",
      "Use drop:Entity, drop:Entity.property, drop:table:NAME, drop:cloudkit, drop:history, lossy:Entity.property, "
        + "orphans:Entity or unverified-hash:Entity; `rows` is the limit.")
    return nil
  }

  private mutating func count(_ node: YAMLNode) -> Int64? {
    guard let text = text(node) else { return nil }
    if let number = Int64(text), number >= 0 { return number }
    add(node.mark, "a number of rows is expected", "Write a whole number, 0 or more.")
    return nil
  }

  private mutating func text(_ node: YAMLNode) -> String? {
    if case .scalar(let text) = node.content { return text }
    add(node.mark, "a text is expected", "Write one.")
    return nil
  }

  private mutating func fields(_ node: YAMLNode, _ keys: [String], required: [String]) -> [String: YAMLNode]?
  {
    guard case .mapping(let entries) = node.content else {
      add(node.mark, "a mapping is expected", "Its keys are \(keys.joined(separator: ", ")).")
      return nil
    }
    var result: [String: YAMLNode] = [:]
    for entry in entries {
      if keys.contains(entry.key) {
        result[entry.key] = entry.value
      } else {
        let meant = Suggestion.nearest(to: entry.key, in: keys).map { "Did you mean `\($0)`? " } ?? ""
        add(
          entry.mark, "this key is none of the format's",
          meant + "The keys here are \(keys.joined(separator: ", ")).")
      }
    }
    for key in required where result[key] == nil {
      add(node.mark, "the key `\(key)` is missing", "Add `\(key)`.")
    }
    return result
  }

  private mutating func add(_ mark: YAMLMark, _ text: String, _ recovery: String) {
    faults.append(
      (
        mark,
        Diagnostic(
          .consentsFaulty, .error, summary: "\(file), line \(mark.line), column \(mark.column): \(text).",
          recovery: [recovery])
      ))
  }
}

extension DiagnosticID {
  static let consentsFaulty = DiagnosticID("consents.faulty")
  static let consentsUnreadable = DiagnosticID("consents.unreadable")
}

extension FilePoint {
  static let consents: FilePoint = "consents.read"
}
