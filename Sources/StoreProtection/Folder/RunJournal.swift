internal import FileOperations
internal import JSON

/// What the import folder knows: the last run, the safety copies, the last result. It is replaced in one step, and
/// synchronised, before and after every change of the store's files.
package struct RunJournal: Sendable, Hashable {
  static let formatVersion: Int64 = 1

  /// The store's file name: a folder that was moved beside another store is found out.
  package let storeName: String
  /// In the order of their numbers, those that are being removed included.
  var records: [CopyRecord] = []
  /// `nil` before the first run.
  package var run: RunRecord?
  /// `nil` before the first import that was put in place.
  package var result: ImportedResult?
  /// What `result` was before, for an undo.
  var earlierResult: ImportedResult?
  /// The highest number that a copy ever had: numbers are not used again.
  var lastCopy = 0

  init(storeName: String) { self.storeName = storeName }

  /// The run that did not end, if there is one.
  package var openRun: RunRecord? { run.flatMap { $0.phase.isOpen ? $0 : nil } }

  /// Notes, or takes back, that a copy is the one of the first import.
  mutating func mark(_ number: Int?, isFirst: Bool) {
    for index in records.indices where records[index].number == number { records[index].isFirst = isFirst }
  }

  /// The safety copies, in the order of their numbers.
  package var copies: [CopyRecord] { records.filter { !$0.isLeaving } }

  package func copy(_ number: Int) -> CopyRecord? { copies.first { $0.number == number } }

  private var json: JSONValue {
    [
      "formatVersion": .integer(Self.formatVersion), "store": .string(storeName),
      "copies": .array(records.map(\.json)), "lastCopy": .integer(Int64(lastCopy)), "run": run?.json ?? .null,
      "result": result?.json ?? .null, "earlierResult": earlierResult?.json ?? .null,
    ]
  }

  /// Replaces the journal on the disk. Where this throws, the old one may be there still, or the new one already.
  func write(to path: String, with files: FileOperations) throws(FileError) {
    try files.replaceFile(path, with: Array(json.text.utf8), mode: 0o600, at: .journalWrite)
  }

  init(parsing bytes: [UInt8]) throws(JSONShapeError) {
    let document: JSONValue
    do {
      document = try JSONValue(parsing: bytes)
    } catch {
      throw .wrongType("", "JSON (\(error))")
    }
    var fields = try ObjectFields(document, at: "")
    guard try fields.integer("formatVersion") == Self.formatVersion else {
      throw .wrongType("formatVersion", "\(Self.formatVersion)")
    }
    storeName = try fields.string("store")
    records = try fields.list("copies") { value, place throws(JSONShapeError) in
      try CopyRecord(value, at: place)
    }
    lastCopy = try fields.number("lastCopy")
    let run = try fields.value("run")
    if run != .null { self.run = try RunRecord(run, at: "run") }
    result = try Self.result(&fields, "result")
    earlierResult = try Self.result(&fields, "earlierResult")
    try fields.finish()
  }

  private static func result(_ fields: inout ObjectFields, _ key: String) throws(JSONShapeError)
    -> ImportedResult?
  {
    let value = try fields.value(key)
    return value == .null ? nil : try ImportedResult(value, at: key)
  }
}
