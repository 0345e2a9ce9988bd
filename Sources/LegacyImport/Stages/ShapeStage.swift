import CoreDataMapping
import CoreDataMigration
import CoreDataModel
import CoreDataStore
import Diagnostics
import Expressions
import FileOperations
import SQLite

/// What a mapping file says of a step, carried out on a private copy of its source, which the passes then start from.
struct ShapeStage: ImportStage {
  let name = "shape"

  func run(_ state: inout ImportState) throws {
    state.shaped = nil
    let source = try state.known(\.source)
    guard let given = state.step else { return }
    if given.isMerge { return try merge(given, &state) }
    let target = try state.known(\.targetVersion)
    let match = try SourceLayout(state).match(model: source.model)
    let session = try Self.session(state, state.stepSourcePath(), match.layout)
    let plan = try ShapePlanner.plan(
      step: given.step, file: given.file, source: source.model, destination: target.model, session: session)
    state.consents += given.step.drop.compactMap { Consent("drop:\($0.value.text)") }
    guard let plan else { return }
    let path = try copy(&state)
    let shaper = try Shaper(plan, path: path, source: match.layout, session: session)
    let obstacles = try shaper.run()
    try take(path, plan, match.layout, obstacles, &state)
    guard !plan.rejecting.isEmpty, let shaped = state.shaped else { return }
    let rejecter = Rejecter(
      plan, path: path, source: try SourceLayout(state).match(model: plan.model),
      primaryKeys: shaped.primaryKeys, destination: FreshLayout.layout(of: target.model),
      externalData: try state.externalData())
    let rejections = try rejecter.run(first: shaper.rejections)
    state.shaped?.rejections = rejections
    state.shaped?.rejectedLinks = try rejecter.rejectedLinks(source.model)
    guard !rejections.isEmpty else { return }
    state.findings += Self.findings(rejections)
    state.rejectCount += rejections.count
    try Self.check(state.rejectCount, most: state.request.maximumRejects)
    try RejectBook(folder: state.workFolder(), files: state.files).add(
      rejections, source: shaped.sourcePath, layout: shaped.sourceLayout, earlier: state.walk?.keys)
  }

  /// Rows become one in a store of the new model.
  private func merge(_ given: GivenStep, _ state: inout ImportState) throws {
    let model = try state.known(\.source).model
    let faults = MappingFileCheck.diagnostics(of: given.step, from: model, to: model, file: given.file)
    guard faults.isEmpty else { throw DiagnosticError(.usage, faults) }
    let layout = try SourceLayout(state).match(model: model).layout
    let path = try copy(&state)
    let merger = try Merger(path: path, layout: layout, file: given.file)
    let merged = try merger.run(given.step.merge.map(\.value))
    try take(path, nil, layout, [], &state)
    state.shaped?.merged = merged
    state.shaped?.mergedLinks = merger.lostLinks
    let byEntity = Dictionary(grouping: merged, by: \.entity)
    for (entity, rows) in byEntity.sorted(by: { $0.key < $1.key }) {
      state.findings.append(
        Diagnostic(
          .mappingMerged, .note, Subject(entity: entity), count: Int64(rows.count),
          oldKeys: rows.map(\.key).sorted(),
          summary:
            "These rows became one with another that is equal to them in what the mapping file names: links to "
            + "them lead to that row now, and what else they held went."))
    }
  }

  private func copy(_ state: inout ImportState) throws -> String {
    let path = FileName.join(try state.workFolder(), "shaped.sqlite")
    try state.files.removeFileIfPresent(path, at: .shape)
    try state.files.copy(from: state.stepSourcePath(), to: path, at: .shape)
    return path
  }

  private func take(
    _ path: String, _ plan: ShapePlan?, _ layout: StoreLayout, _ obstacles: [Obstacle],
    _ state: inout ImportState
  ) throws {
    let connection = try Connection.finished(path: path)
    state.shaped = ShapedInput(
      plan: plan, path: path, sourcePath: try state.stepSourcePath(), sourceLayout: layout,
      catalog: try SchemaCatalog(connection), primaryKeys: try PrimaryKeyRow.read(connection),
      obstacles: obstacles)
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
