import CoreDataMapping
import CoreDataMigration
import CoreDataModel
import CoreDataStore
import Diagnostics
import FileOperations
import Reports
import SQLite
import StoreProtection

/// What is known so far: each stage adds to it.
struct ImportState {
  var request: ImportRequest
  let files: FileOperations
  /// Nil where nobody wants to know.
  let progress: (@Sendable (ImportProgress) -> Void)?

  // Locate
  var areSideFilesFree = false
  /// The store's place, for a run that is to change it or to look whether it has to.
  var session: InPlaceSession?
  var store: StoreFiles?
  /// Without `--model` it is known only once the store's own model is read.
  var targetVersion: GivenVersion?
  var models = GivenModels()
  var mappingModels: [(model: CoreDataMappingModel, name: String)] = []
  var mappingFiles: [(file: MappingFile, name: String)] = []
  /// SHA-256 of each mapping file, in the order given.
  var mappingDigests: [String] = []
  var consents: [Consent] = []
  var consentsFile: ConsentsFile?
  var modelWarnings: [String: [Diagnostic]] = [:]
  // Protect
  var place: OutputPlace?
  var trial: TrialFolder?
  /// Digest of the request.
  var requestDigest: String?
  var snapshot: Snapshot?
  // Open
  var opened: OpenedStore?
  var template: TemplateStore?
  // Resolve
  var source: RecognisedModel?
  // Walk
  /// Nil for a run of one step.
  var walk: Walk?
  /// The steps of all mapping files and mapping models.
  var rules: [StepRule] = []
  /// The same as a mapping file that stands alone says them: with a `?` at what is open.
  var writtenRules: [StepRule] = []
  var legs: [Leg] = []
  /// Of the steps before the last one, for a plan; nil for a run.
  var stepPlans: [StepPlan]?
  // Shape
  /// What a mapping file says of the step under way.
  var step: GivenStep?
  var shaped: ShapedInput?
  /// What assertions about the source were answered, by their position.
  var sourceAnswers: [Int: Value] = [:]
  // Plan
  var prepared: PreparedMigration?
  var ledger: ConsentLedger?
  var lostFiles: Set<String> = []
  // Create, Connect
  var destination: (any Destination)?
  /// Seconds that the rows of each entity of the step's source took, for the report's `meta`.
  var entitySeconds: [String: Double] = [:]
  // Validate
  var validation: ValidationResult?
  // Verify
  /// The store that somebody else made of this one.
  var verified: SideStore?
  var verification: Verification?
  // Promote
  /// Written beside its place, to be moved there or discarded.
  var idMap: IDMapFile?
  /// How many rows have been left out, in all steps.
  var rejectCount = 0
  /// As the old-id map.
  var rejectFile: RejectFile?
  var rejectFileName: String?
  var isNothingToDo = false

  /// Of the stage under way, if it counts.
  var work: StageWork?
  var findings: [Diagnostic] = []
  /// Seconds each stage took, for the report's `meta`.
  var seconds: [(stage: String, seconds: Double)] = []

  init(
    request: ImportRequest, files: FileOperations, progress: (@Sendable (ImportProgress) -> Void)? = nil
  ) {
    self.request = request
    self.files = files
    self.progress = progress
  }

  var target: ManagedObjectModel? { targetVersion?.model }

  /// What an earlier stage has found; its absence is a fault of ours.
  func known<Value>(_ path: KeyPath<ImportState, Value?>) throws(DiagnosticError) -> Value {
    guard let value = self[keyPath: path] else {
      throw DiagnosticError(
        .failure,
        Diagnostic(
          .internalFault, .error, summary: "A stage ran before the one it depends on.",
          recovery: ["Report this fault; nothing of yours was changed."]))
    }
    return value
  }

  /// In place the store stays the one that it was.
  var keepsUUID: Bool { request.keepsUUID || request.output == nil || isIntermediate }

  /// Whether the result is made only to hold another store against it.
  var verifies = false

  /// Our copy of the source, for SQLite to read; of a later step, the store that the one before made.
  func snapshotPath() throws(DiagnosticError) -> String {
    if let shaped { return shaped.path }
    return try stepSourcePath()
  }

  /// The same, before rules shape it.
  func stepSourcePath() throws(DiagnosticError) -> String {
    if let made = walk?.intermediate { return made }
    return try known(\.snapshot).storePath
  }

  /// Whether the run may take several steps, which is known for sure only once the store's version is.
  var hasSteps: Bool { !request.via.isEmpty || !request.mappings.isEmpty }

  /// Where the run builds; nothing in it matters after a crash.
  func workFolder() throws(DiagnosticError) -> String {
    if let place { return place.scratchFolder }
    if let trial { return trial.path }
    return try known(\.session).folder.work
  }

  /// The file the result is built in.
  func builtPath() throws(DiagnosticError) -> String {
    let step = walk.flatMap { $0.isLast ? nil : $0.position + 1 }
    return FileName.join(try workFolder(), step.map { "step-\($0).sqlite" } ?? "destination.sqlite")
  }

  func externalData() throws(DiagnosticError) -> ExternalDataReader {
    ExternalDataReader(folder: try known(\.store).externalDataPath, files: files)
  }
}

extension DiagnosticID {
  static let internalFault = DiagnosticID("import.internal-fault")
}
