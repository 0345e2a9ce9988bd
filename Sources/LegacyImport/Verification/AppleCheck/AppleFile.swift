import Diagnostics
import FileOperations
import JSON

/// What Apple's Core Data found in a store, as `tools/apple-check` prints it (`Documentation/AppleCheck.md`).
struct AppleFile: Equatable {
  struct Attribute: Equatable {
    let entity, name: String
    let nulls: Int64
    /// Nil where its values have no one form of bytes.
    let digest: String?
  }

  struct Relationship: Equatable {
    let entity, name: String
    let links: Int64
    /// Links to objects that cannot be fetched.
    let unavailable: Int64
    let digest: String
  }

  /// Objects of exactly this entity.
  private(set) var counts: [String: Int64] = [:]
  private(set) var attributes: [Attribute] = []
  private(set) var relationships: [Relationship] = []

  init(_ path: String, with files: FileOperations) throws(DiagnosticError) {
    let bytes: [UInt8]
    do {
      bytes = try files.readAll(path, at: "apple-check.read")
    } catch {
      if error.isOfSystem { throw DiagnosticError(error) }
      throw Self.refused("it cannot be read (\(error.reason))")
    }
    let document: JSONValue
    do {
      document = try JSONValue(parsing: bytes)
    } catch {
      throw Self.refused("it is no JSON")
    }
    do {
      try read(document)
    } catch {
      throw Self.refused("it is not of the form that apple-check prints")
    }
  }

  private mutating func read(_ document: JSONValue) throws(JSONShapeError) {
    var fields = try ObjectFields(document, at: "")
    let version = try fields.integer("formatVersion")
    guard version == 1 else { throw .wrongType("formatVersion", "1") }
    var body = try ObjectFields(fields.value("body"), at: "body")
    let counts = try body.list("entities") { value, place throws(JSONShapeError) in
      var entity = try ObjectFields(value, at: place)
      return (name: try entity.string("entity"), count: try entity.count("count"))
    }
    self.counts = Dictionary(counts.map { ($0.name, $0.count) }, uniquingKeysWith: { first, _ in first })
    attributes = try body.list("attributes") { value, place throws(JSONShapeError) in
      var attribute = try ObjectFields(value, at: place)
      return Attribute(
        entity: try attribute.string("entity"), name: try attribute.string("name"),
        nulls: try attribute.count("nulls"), digest: try attribute.optionalString("digest"))
    }
    relationships = try body.list("relationships") { value, place throws(JSONShapeError) in
      var relationship = try ObjectFields(value, at: place)
      return Relationship(
        entity: try relationship.string("entity"), name: try relationship.string("name"),
        links: try relationship.count("links"), unavailable: try relationship.count("unavailable"),
        digest: try relationship.string("digest"))
    }
  }

  private static func refused(_ reason: String) -> DiagnosticError {
    DiagnosticError(
      .usage,
      Diagnostic(
        .appleFileUnreadable, .error, summary: "The file given with --apple is of no use: \(reason).",
        recovery: ["Make it anew on a Mac: tools/apple-check/README.md says how."]))
  }
}

extension DiagnosticID {
  static let appleFileUnreadable = DiagnosticID("apple-check.unreadable")
}
