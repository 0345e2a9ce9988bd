import CoreDataMigration
import Diagnostics
import Reports

/// Every check that a result goes through, with what came of it in one run.
struct CheckList {
  private struct Kind {
    let name: String
    /// Of what may be found: of the result, of the source, or of what rows break in the new model.
    let ids: Set<DiagnosticID>
  }

  /// In the order of a report.
  private static let kinds = [
    Kind(
      name: "rows",
      ids: [
        .validationRowMissing, .validationRowUnexpected, .validationKeyDiffers, .validationEntityDiffers,
        .validationAccountOpen, .unconsentedLoss,
      ]),
    Kind(
      name: "values",
      ids: [
        .validationValueDiffers, .validationForeignCell, .validationRuleDiffers,
        .validationExternalFileMissing,
      ]),
    Kind(
      name: "links",
      ids: [
        .validationLinkDiffers, .sourceDanglingLink, .sourceWrongEntityLink, .sourceDanglingJoinRow,
        .sourceWrongEntityJoinRow, .sourceLinkEntityStale,
      ]),
    Kind(name: "inverses", ids: [.sourceInverseDisagrees]),
    Kind(name: "order", ids: [.validationOrderDiffers, .sourceOrderMissing, .sourceOrderRepeated]),
    Kind(name: "external-files", ids: [.validationExternalFileMissing, .sourceExternalFileMissing]),
    Kind(name: "required", ids: [.valueRequiredMissing, .valueRequiredLinkMissing]),
    Kind(name: "uniqueness", ids: [.valueNotUnique]),
    Kind(
      name: "limits",
      ids: [
        .valueNumberTooSmall, .valueNumberTooLarge, .valueStringTooShort, .valueStringTooLong,
        .valueDateTooEarly,
        .valueDateTooLate, .valueTooManyLinks,
      ]),
    Kind(name: patterns, ids: [.valuePattern]),
    Kind(name: "dates", ids: [.valueDateImplausible]),
    Kind(
      name: "types",
      ids: [
        .valueStorageClass, .valueNumberOutOfType, .valueFloatPrecision, .valueTextNotUTF8, .valueExternalTag,
      ]),
    Kind(name: "key-counters", ids: [.validationKeyCounterLow, .sourceKeyCounterLow]),
    Kind(name: "entity-table", ids: [.validationEntityTableDiffers, .validationLayoutDisagrees]),
    Kind(name: "file", ids: [.validationDamaged]),
    Kind(name: "indexes", ids: [.validationIndexDiffers]),
    Kind(name: "triggers", ids: [.validationTriggerDiffers]),
    Kind(name: "framework-tables", ids: [.validationFrameworkTableDiffers]),
    Kind(name: "row-counters", ids: [.validationCounterDiffers]),
    Kind(name: "metadata", ids: [.metadataDiffers]),
  ]
  private static let patterns = "patterns"
  /// What the writer alone decides.
  private static let bookkeeping: Set = ["triggers", "framework-tables", "row-counters", "metadata"]

  private let state: ImportState

  init(_ state: ImportState) { self.state = state }

  /// - Parameter findings: all of the run's.
  func checks(_ findings: [Diagnostic]) -> [CheckSummary] {
    var checks = Self.kinds.map { kind in
      if let reason = reason(kind.name, findings) {
        return CheckSummary(check: kind.name, state: .notChecked, reason: reason)
      }
      return CheckSummary(check: kind.name, state: Self.state(findings.filter { kind.ids.contains($0.id) }))
    }
    if state.mappingFiles.contains(where: { !$0.file.assertions.isEmpty }) {
      let ids: Set<DiagnosticID> = [.assertionFailed]
      checks.append(
        isDone
          ? CheckSummary(check: "assertions", state: Self.state(findings.filter { ids.contains($0.id) }))
          : CheckSummary(check: "assertions", state: .notChecked, reason: notDone))
    }
    return checks
  }

  private static func state(_ found: [Diagnostic]) -> CheckSummary.State {
    if found.contains(where: { !$0.id.rawValue.hasPrefix("source.") && !$0.id.rawValue.hasPrefix("value.") })
    {
      return .differs
    }
    return found.isEmpty ? .passed : .source
  }

  private var isDone: Bool {
    state.verifies ? state.verification != nil : state.validation != nil && isLastStep
  }
  private var isLastStep: Bool { state.walk?.isLast ?? true }

  private var notDone: String {
    state.isNothingToDo ? "there was nothing to do" : "the run ended before"
  }

  private func reason(_ check: String, _ findings: [Diagnostic]) -> String? {
    guard isDone else { return notDone }
    if Self.bookkeeping.contains(check), let verification = state.verification, !verification.isOurs {
      return "another program or another request made OUTPUT"
    }
    if check == Self.patterns, findings.contains(where: { $0.id == .valuePatternNotChecked }) {
      return "some regular expressions cannot be evaluated here"
    }
    return nil
  }
}
