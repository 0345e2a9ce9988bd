/// A JSON document that is not of the shape its reader expects. Places are keys as in `body.entities[0].read`.
package enum JSONShapeError: Error, Sendable, Equatable {
  case missingKey(String)
  case unknownKey(String)
  /// `expected` is a noun with its article: `an integer`.
  case wrongType(String, String)
}
