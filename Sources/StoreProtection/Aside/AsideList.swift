internal import FileOperations
internal import JSON

/// What a dated folder is to hold. It is written, and synchronised, before the first file moves, and never changed.
struct AsideList: Sendable, Hashable {
  static let fileName = "set-aside.json"
  private static let formatVersion: Int64 = 1

  /// The store's file name.
  let store: String
  /// In the order in which they leave: the store last.
  let entries: [AsideEntry]

  init(store: String, entries: [AsideEntry]) {
    self.store = store
    self.entries = entries
  }

  var bytes: [UInt8] {
    let document: JSONValue = [
      "formatVersion": .integer(Self.formatVersion), "store": .string(store),
      "files": .array(entries.map(\.json)),
    ]
    return Array(document.text.utf8)
  }

  /// - Returns: `nil` for bytes that are no list.
  init?(parsing bytes: [UInt8]) {
    guard let document = try? JSONValue(parsing: bytes), let list = try? AsideList(document) else {
      return nil
    }
    self = list
  }

  private init(_ document: JSONValue) throws(JSONShapeError) {
    var fields = try ObjectFields(document, at: "")
    guard try fields.integer("formatVersion") == Self.formatVersion else {
      throw .wrongType("formatVersion", "\(Self.formatVersion)")
    }
    store = try fields.string("store")
    entries = try fields.list("files") { value, place throws(JSONShapeError) in
      try AsideEntry(value, at: place)
    }
    try fields.finish()
  }
}
