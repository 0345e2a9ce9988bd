import Foundation

/// A JSON Schema (draft 2020-12), as far as the project's own uses it. A keyword that is not known here is refused, so
/// that none is passed over in silence.
package struct JSONSchema: Sendable {
  package struct Unsupported: Error, CustomStringConvertible {
    package let description: String
  }

  private let root: SchemaNode
  private let definitions: [String: SchemaNode]

  package init(_ data: Data) throws {
    guard let document = try JSONSerialization.jsonObject(with: data) as? [String: Any] else {
      throw Unsupported(description: "a schema is an object")
    }
    root = try SchemaNode(document, isRoot: true)
    definitions = try (document["$defs"] as? [String: [String: Any]] ?? [:]).mapValues { try SchemaNode($0) }
    let missing = ([root] + definitions.values).flatMap(\.references).filter { definitions[$0] == nil }
    guard missing.isEmpty else { throw Unsupported(description: "no definition of \(missing)") }
  }

  /// - Returns: where the document breaks the schema first, and how; nil if it does not.
  package func fault(in document: Any) -> String? {
    root.fault(in: document, definitions).map { $0.description }
  }

  /// Names of the definitions that keys lead to, the root's own being "".
  package var objects: [String: (keys: Set<String>, required: Set<String>)] {
    definitions.merging(["": root]) { one, _ in one }.filter { !$0.value.properties.isEmpty }
      .mapValues { (Set($0.properties.keys), $0.required) }
  }

  /// The words of a key of a definition that knows only some.
  package func words(_ definition: String, _ key: String) -> [String] {
    definitions[definition]?.properties[key]?.words ?? []
  }
}

/// What breaks a schema, found from the inside out.
struct SchemaFault: CustomStringConvertible {
  var place = ""
  let reason: String

  var description: String { "\(place.isEmpty ? "the document" : place): \(reason)" }

  func below(_ key: String) -> SchemaFault {
    SchemaFault(place: key + (place.isEmpty || place.hasPrefix("[") ? "" : ".") + place, reason: reason)
  }
}
