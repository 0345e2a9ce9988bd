import CoreDataModel
import CoreDataStore
import SQLite

/// The views of a source: one for each entity, one for each to-many relationship of each entity.
package struct SourceViews: Sendable {
  /// By entity, in the order of names; an entity's own view before those of its relationships.
  package let all: [SourceView]
  let layout: StoreLayout

  private let byName: [String: SourceView]
  private let byEntity: [String: SourceView]
  /// Names that stand for several things, of views or of columns of any view, as they are folded.
  private let alternatives: [String: [String]]

  /// - Parameter schema: the name under which the source is attached.
  package init(layout: StoreLayout, schema: String = "main") {
    self.layout = layout
    let builder = SourceViewBuilder(layout: layout, schema: schema)
    let planned = layout.model.entities.flatMap { entity in
      [(entity.name, entity.name, nil)]
        + layout.model.relationships(of: entity.name).filter { $0.relationship.isToMany }.map {
          (
            "\(entity.name).\($0.relationship.name)", entity.name,
            PropertyKey($0.declaring, $0.relationship.name)
          )
        } as [(String, String, PropertyKey?)]
    }
    let names = NameClashes(planned.map(\.0))
    var alternatives = names.alternatives
    var all: [SourceView] = []
    var byEntity: [String: SourceView] = [:]
    for ((_, entity, relationship), name) in zip(planned, names.resolved) {
      if let relationship {
        guard let view = builder.links(relationship, of: entity, name: name) else { continue }
        all.append(view)
      } else {
        let (view, clashes) = builder.rows(of: entity, name: name)
        all.append(view)
        byEntity[entity] = view
        alternatives.merge(clashes) { Array(Set($0 + $1)).sorted() }
      }
    }
    self.all = all
    self.byEntity = byEntity
    self.alternatives = alternatives
    byName = Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  package func view(named name: String) -> SourceView? { byName[name] }

  package func view(of entity: String) -> SourceView? { byEntity[entity] }

  /// What to write for a name that several things bear; nil if it is not one.
  func alternatives(for name: String) -> [String]? { alternatives[NameClashes.folded(name)] }

  /// Makes the views. The functions they call must be registered (`ExpressionFunctions`, `ExternalDataFunction`).
  package func create(on connection: Connection) throws(DatabaseError) {
    for view in all { try connection.execute(view.createStatement) }
  }
}
