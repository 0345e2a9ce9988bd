import CoreDataMapping
import CoreDataMigration
import CoreDataStore
import Diagnostics
import Expressions
import FileOperations
import SQLite

/// What a mapping file says, carried out on a private copy of the source, which the passes then start from.
struct ShapeStage: ImportStage {
  let name = "shape"

  func run(_ state: inout ImportState) throws {
    guard let given = state.step else { return }
    let source = try state.known(\.source)
    let target = try state.known(\.targetVersion)
    let match = try SourceLayout(state).match(model: source.model)
    let snapshot = try state.snapshotPath()
    let session = try Self.session(state, snapshot, match.layout)
    let plan = try ShapePlanner.plan(
      step: given.step, file: given.file, source: source.model, destination: target.model, session: session)
    state.consents += given.step.drop.compactMap { Consent("drop:\($0.value.text)") }
    guard let plan else { return }
    let path = FileName.join(try state.workFolder(), "shaped.sqlite")
    try state.files.removeFileIfPresent(path, at: .shape)
    try state.files.copy(from: snapshot, to: path, at: .shape)
    let shaper = try Shaper(plan, path: path, source: match.layout, session: session)
    let obstacles = try shaper.run()
    let connection = try Connection.finished(path: path)
    var shaped = ShapedInput(
      plan: plan, path: path, sourcePath: snapshot, sourceLayout: match.layout,
      catalog: try SchemaCatalog(connection), primaryKeys: try PrimaryKeyRow.read(connection),
      obstacles: obstacles)
    state.shaped = shaped
    guard !plan.rejecting.isEmpty else { return }
    let rejecter = Rejecter(
      plan, path: path, source: try SourceLayout(state).match(model: plan.model),
      primaryKeys: shaped.primaryKeys, destination: FreshLayout.layout(of: target.model),
      externalData: try state.externalData())
    shaped.rejections = try rejecter.run(first: shaper.rejections)
    shaped.rejectedLinks = try rejecter.rejectedLinks(source.model)
    state.shaped = shaped
    state.findings += Self.findings(shaped.rejections)
    try Self.check(shaped.rejections.count, most: state.request.maximumRejects)
  }

  static func session(_ state: ImportState, _ path: String, _ layout: StoreLayout) throws -> ExpressionSession
  {
    let external = try state.externalData()
    return try ExpressionSession(path: path, layout: layout) { name in
      try external.exists(name) ? try external.content(of: name) : nil
    }
  }

  private static func check(_ count: Int, most: Int?) throws(DiagnosticError) {
    guard let most, count > most else { return }
    throw DiagnosticError(
      .blocked,
      Diagnostic(
        .tooManyRejects, .error, count: Int64(count),
        summary: "\(count) rows would be left out, and --max-rejects allows \(most).",
        recovery: ["Look at the rows named above; then mend them, give them values, or allow more."]))
  }

  /// One for each kind of fault.
  private static func findings(_ rejections: [Rejection]) -> [Diagnostic] {
    let kinds = Dictionary(grouping: rejections) { rejection in
      [rejection.entity, rejection.destination, rejection.reason.rawValue, rejection.property ?? ""]
    }
    return kinds.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { kind, rows in
      let because =
        rows.contains { $0.because != nil }
        ? " Where a required link leads to a row that is left out, the row is left out too." : ""
      return Diagnostic(
        .rowsRejected, .warning, Subject(entity: kind[0], property: kind[3].isEmpty ? nil : kind[3]),
        count: Int64(rows.count), oldKeys: rows.map(\.key).sorted(),
        summary: "These rows are left out, as the mapping file asks for rows that do not fit \(kind[1]) "
          + "(\(kind[2])).\(because)",
        recovery: ["The reject file lists them; the database beside it holds the rows as they were."])
    }
  }
}

extension FilePoint {
  static let shape: FilePoint = "shape.write"
}

extension DiagnosticID {
  static let tooManyRejects = DiagnosticID("rows.too-many-rejects")
}
