import CoreDataMigration
import Diagnostics

/// After several steps: the store that was given against the result, past everything in between.
struct CompareStage: ImportStage {
  let name = "compare"

  func run(_ state: inout ImportState) throws {
    // Each step was proven by itself.
    _ = try state.known(\.validation)
    state.settleFindings()
    guard let walk = state.walk else { return }
    let last = try state.known(\.prepared).context
    let result = try WalkComparer(
      WalkRequest(
        sourcePath: state.known(\.snapshot).storePath, model: walk.legs[0].source.model,
        destinationPath: state.builtPath(),
        plans: walk.shownPlans + [
          state.shaped?.shownPlan ?? last.plan
        ],
        keys: state.keyWalk(),
        touched: walk.legs.map(\.touched),
        changesRows: walk.legs.contains { $0.rule != nil },
        externalDataFolder: state.known(\.store).externalDataPath,
        lostFiles: walk.lostFiles.union(state.lostFiles), files: state.files)
    ).run()
    state.walk?.comparison = result
    if !result.differences.isEmpty { throw DiagnosticError(.validationFailed, result.differences) }
    state.findings.append(note(on: result, steps: walk.legs.count))
    state.walk?.toldFindings = state.findings.count
  }

  private func note(on result: WalkComparison, steps: Int) -> Diagnostic {
    Diagnostic(
      .stepsCompared, .note,
      summary: "Original and result were compared over all \(steps) steps: "
        + "\(Self.counted(result.attributes, "attribute")) value by value, and the links of "
        + "\(Self.counted(result.relationships, "relationship")). What is new or was changed on the way was compared at "
        + "its step: \(Self.counted(result.attributesByStep, "attribute")), "
        + "\(Self.counted(result.relationshipsByStep, "relationship")).")
  }

  private static func counted(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}

extension DiagnosticID {
  static let stepsCompared = DiagnosticID("steps.compared")
}
