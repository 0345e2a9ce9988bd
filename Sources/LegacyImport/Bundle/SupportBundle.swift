import JSON

/// What a maintainer needs to know of a store, without a value, a path or a name of its user's.
public struct SupportBundle: Sendable {
  package static let formatVersion: Int64 = 1

  /// The same for the same store, whenever and wherever it is made with one version of the program.
  package let body: JSONValue
  /// Program, libraries and time.
  package let meta: JSONValue

  /// For programs and for reading before it is sent: keys sorted.
  public var json: String {
    let document: JSONValue = [
      "formatVersion": .integer(Self.formatVersion), "body": body, "meta": meta,
    ]
    return document.text
  }
}
