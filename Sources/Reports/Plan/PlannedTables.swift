internal import JSON

/// What becomes what in one step.
package struct PlannedTables: Sendable, Equatable {
  package var entities: [PlannedEntity]
  package var properties: [PlannedProperty]
  package var proposals: [PlannedRename]

  package init(
    entities: [PlannedEntity] = [], properties: [PlannedProperty] = [], proposals: [PlannedRename] = []
  ) {
    self.entities = entities
    self.properties = properties
    self.proposals = proposals
  }

  /// The same with every list in its defined order.
  func inDefinedOrder() -> PlannedTables {
    var tables = self
    tables.entities.sort { $0.precedes($1) }
    tables.properties.sort { $0.precedes($1) }
    tables.proposals.sort { $0.precedes($1) }
    return tables
  }

  var fields: [String: JSONValue] {
    [
      "entities": .array(entities.map(\.jsonValue)), "properties": .array(properties.map(\.jsonValue)),
      "proposals": .array(proposals.map(\.jsonValue)),
    ]
  }
}
