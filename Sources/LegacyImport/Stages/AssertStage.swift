import CoreDataMapping
import CoreDataMigration
import CoreDataStore
import Diagnostics
import Expressions

/// What mapping files assert, asked of the store that was given before anything is made of it, and of the result before it
/// is put in place.
struct AssertStage: ImportStage {
  let side: MappingAssertion.Side
  let name: String

  init(_ side: MappingAssertion.Side) {
    self.side = side
    name = "assert \(side.rawValue)"
  }

  func run(_ state: inout ImportState) throws {
    switch side {
    case .source, .both: _ = try state.known(\.source)
    case .destination: _ = try state.known(\.prepared)
    }
    let assertions = state.mappingFiles.flatMap { file, name in file.assertions.map { ($0.value, name) } }
    guard !assertions.isEmpty else { return }
    let asking = AssertionRun(assertions)
    switch side {
    case .source, .both: try askSource(asking, &state)
    case .destination: try askDestination(asking, &state)
    }
  }

  private func askSource(_ asking: AssertionRun, _ state: inout ImportState) throws {
    let layout = try SourceLayout(state).match(model: state.known(\.source).model).layout
    let target = try FreshLayout.layout(of: state.known(\.targetVersion).model)
    let faults = try asking.faults(
      source: SourceViews(layout: layout), destination: SourceViews(layout: target))
    guard faults.isEmpty else { throw DiagnosticError(.usage, faults) }
    let session = try ShapeStage.session(state, state.stepSourcePath(), layout)
    state.sourceAnswers = try asking.answers(.source, session)
    let failures = asking.failures(of: .source, state.sourceAnswers)
    guard failures.isEmpty else { throw DiagnosticError(.blocked, failures) }
  }

  private func askDestination(_ asking: AssertionRun, _ state: inout ImportState) throws {
    let layout = try state.known(\.prepared).context.destination
    let session = try ShapeStage.session(state, state.builtPath(), layout)
    let answers = try asking.answers(.destination, session)
    let failures =
      asking.failures(of: .destination, answers) + asking.differences(state.sourceAnswers, answers)
    guard failures.isEmpty else { throw DiagnosticError(.validationFailed, failures) }
    state.findings.append(
      Diagnostic(
        .assertionsHold, .note, count: Int64(asking.count),
        summary: "All assertions of the mapping file hold."))
  }
}

extension DiagnosticID {
  static let assertionsHold = DiagnosticID("mapping.assertions-hold")
}
