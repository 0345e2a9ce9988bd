package import FileOperations
internal import JSON

/// What the last import put in place, and what it had been asked for.
package struct ImportedResult: Sendable, Hashable {
  /// Number of the run.
  package let run: Int
  /// Digest of the request, models included.
  package let request: String
  /// Of the store's main file; a result has no companions.
  package let store: FileDigest

  var json: JSONValue {
    [
      "run": .integer(Int64(run)), "request": .string(request), "sha256": .string(store.sha256),
      "size": .integer(store.size),
    ]
  }

  init(run: Int, request: String, store: FileDigest) {
    self.run = run
    self.request = request
    self.store = store
  }

  init(_ value: JSONValue, at place: String) throws(JSONShapeError) {
    var fields = try ObjectFields(value, at: place)
    run = try fields.number("run")
    request = try fields.string("request")
    store = FileDigest(size: try fields.count("size"), sha256: try fields.string("sha256"))
    try fields.finish()
  }
}
