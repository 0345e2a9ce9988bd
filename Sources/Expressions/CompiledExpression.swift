import CoreDataModel

/// An expression that is one, reads nothing but the views, and calls nothing but what is allowed. Only
/// `ExpressionCompiler` makes them.
package struct CompiledExpression: Sendable, Hashable {
  package let text: String
  /// The entity whose rows it is worked out for.
  package let entity: String
  /// What it reads, each by the entity that declares it; a leaf of a composite attribute is `attribute.leaf`. A join by
  /// `USING` or `NATURAL` reads columns that are not listed: SQLite does not tell of them.
  package let properties: Set<PropertyKey>

  init(text: String, entity: String, properties: Set<PropertyKey>) {
    self.text = text
    self.entity = entity
    self.properties = properties
  }

  /// As it stands in a statement. The line feeds end a comment.
  var parenthesized: String { "(\n\(text)\n)" }
}
