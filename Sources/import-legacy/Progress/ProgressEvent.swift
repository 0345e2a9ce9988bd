import LegacyImport
import Reports

/// What there is to show of work under way, whichever command does it.
struct ProgressEvent {
  enum Kind: String {
    case step
    case stageBegin = "stage-begin"
    case progress
    case stageEnd = "stage-end"
    case storeEnd = "store-end"
  }

  var kind: Kind
  /// A stage, the title of a step, or the name of a store.
  var name: String
  var unit: String?
  var done: Int64?
  var total: Int64?
  /// Of a store.
  var outcome: String?

  init(_ kind: Kind, _ name: String, unit: String? = nil, done: Int64? = nil, total: Int64? = nil) {
    self.kind = kind
    self.name = name
    self.unit = unit
    self.done = done
    self.total = total
  }

  /// One of many stores is done.
  init(_ store: RehearsedStore, done: Int, of total: Int) {
    self.init(.storeEnd, store.name, unit: "stores", done: Int64(done), total: Int64(total))
    outcome = store.outcome.rawValue
  }

  init(_ progress: ImportProgress) {
    switch progress {
    case .step(let title): self.init(.step, title)
    case .began(let stage): self.init(.stageBegin, stage)
    case .advanced(let stage, let work):
      self.init(.progress, stage, unit: work.unit.rawValue, done: work.done, total: work.total)
    case .ended(let stage, let work):
      self.init(.stageEnd, stage, unit: work?.unit.rawValue, done: work?.done, total: work?.total)
    }
  }
}
