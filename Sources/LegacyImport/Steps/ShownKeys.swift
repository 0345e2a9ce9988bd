import CoreDataMigration
import CoreDataModel

/// A step's keys in people's words: rules give rows entities of their own, which nobody knows.
struct ShownKeys {
  let map: OldIDMap

  init(_ context: MigrationContext, _ shaped: ShapedInput?) {
    guard let shaped, let names = shaped.plan?.names else {
      map = context.keys
      return
    }
    let model = shaped.sourceLayout.model
    map = context.keys.shown(names, further: shaped.plan?.copies ?? []) { model.root(of: $0) }
  }
}
