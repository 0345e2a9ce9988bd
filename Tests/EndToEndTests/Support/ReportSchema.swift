import Foundation
import Testing
import TestSupport

/// The schema that every report keeps: those of all runs that tests make are held against it.
enum ReportSchema {
  static let page = Places.repository.appendingPathComponent("Documentation/report.schema.json")

  private static let schema = Result { try JSONSchema(Data(contentsOf: page)) }

  static func check(_ text: String, sourceLocation: SourceLocation) throws {
    let schema = try schema.get()
    let document = try JSONSerialization.jsonObject(with: Data(text.utf8))
    if let fault = schema.fault(in: document) {
      Issue.record("a report breaks its schema at \(fault)", sourceLocation: sourceLocation)
    }
    // A key of `meta` is nobody's duty to know, but ours to describe.
    let meta = (document as? [String: Any])?["meta"] as? [String: Any] ?? [:]
    let unknown = Set(meta.keys).subtracting(schema.objects["meta"]?.keys ?? [])
    #expect(unknown.isEmpty, "keys of meta that its schema lacks", sourceLocation: sourceLocation)
  }
}
