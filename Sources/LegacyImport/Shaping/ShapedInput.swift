import CoreDataMapping
import CoreDataMigration
import CoreDataModel
import CoreDataStore
import SQLite

/// A source as the rules of a mapping file have shaped it, in a file of our own.
struct ShapedInput {
  /// Nil where rows were merged: nothing else changes then.
  let plan: ShapePlan?
  let path: String
  /// What it was made of.
  let sourcePath: String
  let sourceLayout: StoreLayout
  let catalog: SchemaCatalog
  let primaryKeys: [PrimaryKeyRow]
  /// Rows that rules have no usable answer for.
  let obstacles: [Obstacle]
  /// Rows that became one with another.
  var merged: [Merger.Merged] = []
  /// Links that went with them, by relationship.
  var mergedLinks: [PropertyKey: Int64] = [:]
  /// Rows that are left out.
  var rejections: [Rejection] = []
  /// Links of them or to them, by relationship of the source.
  var rejectedLinks: [PropertyKey: Int64] = [:]

  /// In people's words; nil where no rule had a part in the plan.
  var shownPlan: MigrationPlan? { plan?.shownMigration(of: sourceLayout.model) }

  /// Root entity to key to the key of the row that stands for it.
  var survivors: [String: [Int64: Int64]] {
    var result: [String: [Int64: Int64]] = [:]
    for row in merged {
      result[sourceLayout.model.root(of: row.entity), default: [:]][row.key] = row.survivor
    }
    return result
  }
}

extension ShownPlan {
  /// The plan of a step, by what its rules say where there are any.
  init(_ plan: MigrationPlan, _ shaped: ShapedInput?, _ step: GivenStep?) {
    guard let shaped, let rules = shaped.plan, let step else {
      self.init(plan)
      return
    }
    self.init(rules, source: shaped.sourceLayout.model, step: step.step, file: step.file)
  }
}
