import Digests
import PropertyLists

@testable import CoreDataMapping

/// What Xcode's editor writes for a mapping model, in few words.
struct MappingModelText {
  struct Entity {
    var source: String?
    var destination: String?
    var number = 1
    var fields: [String: String] = [:]
    var attributes: [Property] = []
    var relationships: [Property] = []
    /// Whether the mapping model names it; the editor leaves objects behind that it does not.
    var isMember = true

    init(_ source: String?, _ destination: String?, _ fields: [String: String] = [:]) {
      self.source = source
      self.destination = destination
      self.fields = fields
    }

    func with(_ attributes: [Property], _ relationships: [Property] = []) -> Entity {
      var entity = self
      entity.attributes = attributes
      entity.relationships = relationships
      return entity
    }
  }

  struct Property {
    var name: String
    var expression: ArchivedExpression?
    var fields: [String: String]

    init(_ name: String, _ expression: ArchivedExpression? = nil, _ fields: [String: String] = [:]) {
      self.name = name
      self.expression = expression
      self.fields = fields
    }

    /// Links as the editor's fields say them.
    static func links(_ name: String, _ path: String? = nil, by mapping: String? = nil) -> Property {
      var fields = ["autogenerateexpression": "1"]
      fields["sourcekeypath"] = path
      fields["sourcemappingname"] = mapping
      return Property(name, nil, fields)
    }
  }

  static let file = "Step.xcmappingmodel"

  private var body = ""
  private var next = 200

  static func bytes(_ entities: [Entity], source: String = "Old", destination: String = "New") -> [UInt8] {
    var text = MappingModelText()
    var members: [String] = []
    for entity in entities {
      let id = text.entity(entity)
      if entity.isMember { members.append(id) }
    }
    text.object(
      "z100", "XDDEVMAPPINGMODEL",
      [
        "sourcemodelpath": "A.xcdatamodeld/\(source).xcdatamodel",
        "destinationmodelpath": "\(destination).xcdatamodel",
      ],
      relationships: ["entitymappings": members])
    return Array("<?xml version=\"1.0\"?>\n<database>\n\(text.body)</database>\n".utf8)
  }

  static func read(_ entities: [Entity]) throws -> CoreDataMappingModel {
    try MappingModelReader.read(bytes(entities), file: file)
  }

  private mutating func entity(_ entity: Entity) -> String {
    let attributes = entity.attributes.map { property("XDDEVATTRIBUTEMAPPING", $0) }
    let relationships = entity.relationships.map { property("XDDEVRELATIONSHIPMAPPING", $0) }
    var fields = [
      "mappingtypename": "Undefined", "mappingnumber": "\(entity.number)", "autogenerateexpression": "1",
    ]
    fields["sourcename"] = entity.source
    fields["destinationname"] = entity.destination
    return object(
      nil, "XDDEVENTITYMAPPING", fields.merging(entity.fields) { $1 },
      relationships: ["attributemappings": attributes, "relationshipmappings": relationships])
  }

  private mutating func property(_ type: String, _ property: Property) -> String {
    var fields = property.fields
    fields["name"] = property.name
    if let expression = property.expression {
      fields["valueexpressiondata"] = ExpressionArchive.bytes(expression).base64Text
    }
    return object(nil, type, fields)
  }

  @discardableResult
  private mutating func object(
    _ id: String?, _ type: String, _ attributes: [String: String], relationships: [String: [String]] = [:]
  ) -> String {
    next += 1
    let id = id ?? "z\(next)"
    body += "<object type=\"\(type)\" id=\"\(id)\">\n"
    for (name, value) in attributes.sorted(by: { $0.key < $1.key }) {
      let escaped = value.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      body += "<attribute name=\"\(name)\" type=\"string\">\(escaped)</attribute>\n"
    }
    for (name, ids) in relationships.sorted(by: { $0.key < $1.key }) {
      body += "<relationship name=\"\(name)\" type=\"0/0\" idrefs=\"\(ids.joined(separator: " "))\"/>\n"
    }
    body += "</object>\n"
    return id
  }
}
