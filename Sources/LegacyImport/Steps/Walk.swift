import CoreDataMapping
import CoreDataMigration
import CoreDataModel
import CoreDataStore
import Diagnostics

/// A run of several steps: where it stands, and what the steps before have found.
struct Walk {
  /// A step that is done.
  struct Finished {
    let context: MigrationContext
    let validation: ValidationResult?
    let framework: FrameworkTables
    let shaped: ShapedInput?
    /// Seconds that the rows of each entity took.
    let entitySeconds: [String: Double]
  }

  let legs: [Leg]
  /// The store that was given, as it was opened.
  let opened: OpenedStore
  /// Of the leg under way.
  var position = 0
  /// The store that the step before made; nil before the first step.
  var intermediate: String?
  var finished: [Finished] = []
  /// Rows that each consent has covered.
  var covered: [String: Int64] = [:]
  /// External files that were not there when their content was needed.
  var lostFiles: Set<String> = []
  /// How many of the run's findings are worded as they are to be told.
  var toldFindings = 0
  /// Original and result, once they were compared.
  var comparison: WalkComparison?

  init(_ legs: [Leg], opened: OpenedStore) {
    self.legs = legs
    self.opened = opened
  }

  var leg: Leg { legs[position] }
  var isLast: Bool { position == legs.count - 1 }

  /// Keys from the store that was given to the source of the step under way.
  var keys: KeyWalk {
    KeyWalk(
      finished.map { ShownKeys($0.context, $0.shaped).map },
      survivors: finished.map { $0.shaped?.survivors ?? [:] })
  }

  /// Of the steps that are done, in people's words.
  var shownPlans: [MigrationPlan] { finished.map { $0.shaped?.shownPlan ?? $0.context.plan } }

  /// For messages of progress.
  var title: String { "step \(position + 1) of \(legs.count), \(leg.name)" }
}

extension ImportState {
  /// Whether what is built now is only the source of the next step.
  var isIntermediate: Bool { walk.map { !$0.isLast } ?? false }

  /// Of the store that is built. Rows that are still to become one must find no constraint in their table.
  func era(_ metadata: StoreMetadata) -> SchemaEra {
    let own = SchemaEra(frameworkVersion: metadata.frameworkVersion)
    return own.hasTableConstraints && walk?.leg.awaitsMerge ?? false ? .constraintsAsIndexes : own
  }

  /// The store that was given, whatever steps have been taken since.
  func given() throws(DiagnosticError) -> (opened: OpenedStore, source: RecognisedModel) {
    if let walk { return (walk.opened, walk.legs[0].source) }
    return (try known(\.opened), try known(\.source))
  }

  /// Every version that the run starts a step from: consents may name what is in any of them.
  func sourceModels() throws(DiagnosticError) -> [ManagedObjectModel] {
    if let walk { return walk.legs.map(\.source.model) }
    return [try known(\.source).model]
  }

  /// Groups of the framework's own tables that some step left behind.
  func leftGroups(_ framework: FrameworkTables) -> Set<FrameworkGroup> {
    Set((walk?.finished.flatMap(\.framework.leftGroups) ?? []) + framework.leftGroups)
  }

  /// Keys of the store that was given, and what they are in the result.
  func keyWalk() throws(DiagnosticError) -> KeyWalk {
    let last = ShownKeys(try known(\.prepared).context, shaped).map
    return KeyWalk(
      (walk?.keys.maps ?? []) + [last],
      survivors: (walk?.finished.map { $0.shaped?.survivors ?? [:] } ?? []) + [shaped?.survivors ?? [:]])
  }

  /// Hands out what consents still allow: a limit is for all steps together.
  func remainingConsents(after ledger: ConsentLedger) -> [Consent] {
    let used = Dictionary(
      ledger.covered.map { ($0.consent, $0.rows) }, uniquingKeysWith: { first, _ in first })
    return consents.map { $0.less(used[$0.name] ?? 0) }
  }
}
