import CoreDataMapping
import CoreDataMigration
import CoreDataModel
import Diagnostics

/// A mapping file to begin with: valid as it is, and then equal to what is inferred and what given files say. Everything
/// that only a person can decide stands in it as a comment, in the form of the rule that would decide it.
struct MappingDraft {
  /// A step of the file.
  struct Step {
    /// As given, with the names of its versions.
    var given: MappingStep
    /// What it leaves open.
    var questions: MappingQuestions?
  }

  private let steps: [Step]
  private let assertions: [Located<MappingAssertion>]
  private let isOpen: Bool
  private static let margin = "    "

  /// - Parameter isOpen: whether mapping models leave something to the app's code.
  init(_ steps: [Step], assertions: [Located<MappingAssertion>], isOpen: Bool) {
    self.isOpen = isOpen
    self.steps = steps
    self.assertions = assertions
  }

  func text() -> String {
    var header = [
      "Mapping file drafted by import-legacy plan. What the two versions tell is inferred and not repeated.",
      "Below stand the questions that they leave open, each as a rule that would answer it: take away the",
      "\"# \" in front of the lines you want. Lines of \"# # \" stay comments.",
    ]
    if isOpen {
      header.append(
        "A ? stands where only the app's code knows what to do: no run goes on before it is answered.")
    }
    let all = MappingFileWriter.text(
      of: MappingFile(steps: steps.map { Located($0.given) }, assertions: assertions), header: header)
    let parts = all.split(separator: "steps:\n", maxSplits: 1, omittingEmptySubsequences: false)
    let alone = MappingFileWriter.text(
      of: MappingFile(steps: steps.map { Located($0.given) }), header: header)
    return parts[0] + "steps:\n" + steps.map { Self.text(of: $0) }.joined() + all.dropFirst(alone.count)
  }

  /// What a question adds to a step stands where it belongs, behind `# `.
  private static func text(of step: Step) -> String {
    let given = Self.lines(of: step.given)
    let full = step.questions.map { Self.lines(of: $0.answered(step.given)) } ?? given
    let added = Set(
      full.difference(from: given).insertions.map { change in
        switch change {
        case .insert(let offset, _, _), .remove(let offset, _, _): offset
        }
      })
    var lines: [String] = full.enumerated().map { (index, line) -> String in
      index == 0 ? "  - \(line)" : added.contains(index) ? "\(margin)# \(line)" : margin + line
    }
    let remarks = (step.questions?.remarks ?? []).map { "\(margin)# # \($0)" }
    lines.insert(contentsOf: remarks, at: min(2, lines.count))
    return lines.map { $0 + "\n" }.joined()
  }

  /// A step's keys as they stand in a mapping file, without its margin.
  static func lines(of step: MappingStep) -> [String] {
    guard step != MappingStep() else { return [] }
    let file = MappingFileWriter.text(of: MappingFile(steps: [Located(step)]))
    let all = file.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    guard let start = all.firstIndex(of: "steps:") else { return [] }
    return all[(start + 1)...].map { String($0.dropFirst(margin.count)) }
  }

  /// A property's name as SQL.
  static func expression(_ name: String) -> String {
    let isPlain = name.unicodeScalars.allSatisfy {
      $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_")
    }
    return isPlain && name.unicodeScalars.first.map({ !("0"..."9").contains($0) }) ?? false
      ? name : "\"\(name.replacing("\"", with: "\"\""))\""
  }
}

extension MappingDraft {
  /// The steps that are walked, with what is open in them, and those of mapping files for stores of other versions.
  ///
  /// - Parameter plans: of the first steps of the walk, as far as they were planned.
  init(_ state: ImportState, _ plans: [StepPlan]) {
    let rules = state.writtenRules.map(\.step.value)
    var taken: Set<Int> = []
    var walked: [Step] = []
    for (index, leg) in state.legs.enumerated() {
      let questions =
        index < plans.count
        ? MappingQuestions(
          plans[index].shown.migration, renames: plans[index].renames, obstacles: plans[index].ownObstacles)
        : nil
      // What is merged is part of the step before.
      if leg.isMerge, let last = walked.indices.last {
        walked[last].questions = walked[last].questions?.adding(questions) ?? questions
        continue
      }
      var step = MappingStep()
      if let own = rules.firstIndex(where: { rule in
        rule.from.map { $0.value == leg.source.name } ?? true
          && rule.to.map { $0.value == leg.target.name } ?? true
      }), taken.insert(own).inserted {
        step = rules[own]
      }
      step.from = Located(leg.source.name)
      step.to = Located(leg.target.name)
      walked.append(Step(given: step, questions: questions))
    }
    let first = taken.min() ?? rules.count
    let others = rules.indices.filter { !taken.contains($0) }
    func given(_ indices: [Int]) -> [Step] { indices.map { Step(given: rules[$0], questions: nil) } }
    self.init(
      given(others.filter { $0 < first }) + walked + given(others.filter { $0 > first }),
      assertions: state.mappingFiles.flatMap(\.file.assertions),
      isOpen: state.rules != state.writtenRules)
  }
}
