internal import JSON

/// A safety copy as the journal knows it.
package struct CopyRecord: Sendable, Hashable {
  package let number: Int
  /// Its folder's name in `copies`.
  package let folder: String
  /// SHA-256 of its list of digests: whoever exchanges files in it and writes a list anew is found out.
  package let manifest: String
  /// Where external data belongs, as names in the journal are written; `nil` if the copy has none.
  package let externalData: String?
  /// The store before the first import that was put in place: kept until it is pruned by name.
  package var isFirst: Bool
  /// Whether it is being removed: some of its files may be gone.
  var isLeaving = false

  var json: JSONValue {
    [
      "number": .integer(Int64(number)), "folder": .string(folder), "manifest": .string(manifest),
      "externalData": .optional(externalData), "first": .bool(isFirst),
      "leaving": .bool(isLeaving),
    ]
  }

  init(number: Int, folder: String, manifest: String, externalData: String?, isFirst: Bool) {
    self.number = number
    self.folder = folder
    self.manifest = manifest
    self.externalData = externalData
    self.isFirst = isFirst
  }

  init(_ value: JSONValue, at place: String) throws(JSONShapeError) {
    var fields = try ObjectFields(value, at: place)
    number = try fields.number("number")
    folder = try fields.string("folder")
    manifest = try fields.string("manifest")
    externalData = try fields.optionalString("externalData")
    isFirst = try fields.flag("first")
    isLeaving = try fields.flag("leaving")
    try fields.finish()
    // A folder's name and nothing that leads elsewhere.
    guard !folder.isEmpty, folder != ".", folder != "..", !folder.utf8.contains(UInt8(ascii: "/")) else {
      throw .wrongType(fields.path("folder"), "the name of a folder")
    }
  }
}
