internal import JSON

/// One run as the journal knows it: the last one there was.
package struct RunRecord: Sendable, Hashable {
  package let number: Int
  package let action: RunAction
  package var phase: RunPhase
  /// Seconds since 1970.
  package let began: Int64
  /// Digest of the request; `nil` for a restore.
  package let request: String?
  /// Of a restore: number of the copy to put back.
  let target: Int?
  /// Number of the safety copy that holds the files as they were; `nil` until it is made.
  package var copy: Int?
  /// What becomes of each file. Until the result is built only what was there before is known.
  package var files: [SwapFile]

  var json: JSONValue {
    [
      "number": .integer(Int64(number)), "action": .string(action.rawValue), "phase": .string(phase.rawValue),
      "began": .integer(began), "request": .optional(request),
      "target": target.map { .integer(Int64($0)) } ?? .null,
      "copy": copy.map { .integer(Int64($0)) } ?? .null, "files": .array(files.map(\.json)),
    ]
  }

  init(number: Int, action: RunAction, began: Int64, request: String?, target: Int? = nil) {
    self.number = number
    self.action = action
    phase = .copying
    self.began = began
    self.request = request
    self.target = target
    copy = nil
    files = []
  }

  init(_ value: JSONValue, at place: String) throws(JSONShapeError) {
    var fields = try ObjectFields(value, at: place)
    number = try fields.number("number")
    action = try fields.word("action")
    phase = try fields.word("phase")
    began = try fields.integer("began")
    request = try fields.optionalString("request")
    target = try fields.optionalCount("target").map { Int($0) }
    copy = try fields.optionalCount("copy").map { Int($0) }
    files = try fields.list("files") { value, place throws(JSONShapeError) in
      try SwapFile(value, at: place)
    }
    try fields.finish()
  }
}
