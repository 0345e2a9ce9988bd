import CoreDataMigration
import CoreDataModel

/// A step's keys in people's words: rules give rows entities of their own, which nobody knows.
struct ShownKeys {
  let map: OldIDMap

  init(_ context: MigrationContext, _ shaped: ShapedInput?) {
    guard let shaped, let plan = shaped.plan else {
      map = context.keys
      return
    }
    let model = shaped.sourceLayout.model
    map = context.keys.shown(plan.names, further: plan.copies, rejected: plan.rejectedEntities) {
      model.root(of: $0)
    }
  }
}
