/// A plan for people: plain text without colour, in at most 80 columns.
package struct PlanText {
  private let plan: PlanReport
  /// Also what is simply kept, and the notes.
  private let isVerbose: Bool

  package init(_ plan: PlanReport, isVerbose: Bool = false) {
    self.plan = plan.inDefinedOrder()
    self.isVerbose = isVerbose
  }

  /// Ends with a line feed.
  package func text() -> String {
    let sections =
      [header, steps] + tables
      + [
        obstacles, proposals, findings("A run would warn of", plan.warnings), notes, consents, next,
      ]
    return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  private var header: [String] {
    let store = name("store").map { "\($0): " } ?? ""
    let count = plan.obstacles.count
    let words =
      switch plan.outcome {
      case .ready: "a run would go through, clean."
      case .readyWithWarnings: "a run would go through, with warnings."
      case .blocked:
        "a run would be refused: \(count) \(count == 1 ? "thing stands" : "things stand") in its way."
      case .failed: "there is no plan."
      }
    var lines = prose("Plan. \(store)\(words)", hanging: 2)
    if plan.source.modelVersion != nil || plan.destination.modelVersion != nil {
      let versions = [plan.source, plan.destination].map { $0.modelVersion ?? "unknown version" }
      lines += prose(versions.joined(separator: " -> "), first: "  ", hanging: 4)
    }
    if let means = plan.source.recognisedBy {
      lines += prose("source version recognised by: \(means)", first: "  ", hanging: 4)
    }
    return lines
  }

  private var steps: [String] {
    guard !plan.steps.isEmpty else { return [] }
    return ["Steps:"]
      + plan.steps.enumerated().flatMap { index, step in
        let file = step.mapping ?? "the mapping file"
        let means =
          switch step.means {
          case .inferred: "inferred from the two versions"
          case .mappingFile: "by \(file)"
          case .merge: "where rows become one by \(file)"
          }
        return prose("\(index + 1). \(step.from) -> \(step.to), \(means)", first: "  ", hanging: 5)
      }
  }

  /// One for each step.
  private var tables: [[String]] {
    let own = PlannedTables(entities: plan.entities, properties: plan.properties)
    return [PlanTablesText(tables: own, isVerbose: isVerbose, hidesKeptEntities: false).lines]
      + plan.steps.enumerated().compactMap { index, step in
        guard let tables = step.tables, plan.steps.contains(where: { $0.tables?.entities.isEmpty == false })
        else {
          return nil
        }
        let lines = PlanTablesText(
          tables: tables, isVerbose: isVerbose, hidesKeptEntities: step.means == .merge
        ).lines
        return prose("Step \(index + 1), \(step.from) -> \(step.to):", hanging: 2)
          + (tables.entities.isEmpty
            ? prose("not looked at: what is in the way of an earlier step comes first.", first: "  ") : lines)
      }
  }

  private var obstacles: [String] {
    guard !plan.obstacles.isEmpty else { return [] }
    return ["In the way (\(plan.obstacles.count)):"]
      + plan.obstacles.flatMap { [""] + FindingsText.lines($0.finding, groups: $0.groups) }
  }

  private var proposals: [String] {
    var all: [(proposal: PlannedRename, step: String?)] = plan.proposals.map { ($0, nil) }
    for step in plan.steps {
      let words = "in the step from \(step.from) to \(step.to)"
      all += (step.tables?.proposals ?? []).map { ($0, words) }
    }
    guard !all.isEmpty else { return [] }
    var lines = prose("Looks renamed, and is not taken for it unless you say so (\(all.count)):")
    for (proposal, step) in all {
      let reasons = proposal.reasons.map(\.rawValue) + [step].compactMap(\.self)
      lines.append("")
      lines += prose(
        "\(proposal.source) -> \(proposal.destination) (\(proposal.rows)): \(reasons.joined(separator: ", "))",
        first: "  ", hanging: 4)
      lines += prose(
        "in the model: renaming identifier \(proposal.renamingIdentifier) for \(proposal.destination)",
        first: "  -> ", hanging: 5)
      lines.append("  -> or in a mapping file:")
      lines += proposal.mapping.map { PlainText.harmless("       \($0)") }
    }
    return lines
  }

  private var notes: [String] {
    guard !isVerbose, !plan.notes.isEmpty else { return findings("Notes", plan.notes) }
    return prose(
      "Notes (\(plan.notes.count)); --verbose tells more: "
        + plan.notes.map { note in
          let subject = note.subject.isEmpty ? "" : " \(note.subject)"
          return note.id + subject + (note.count > 0 ? " (\(note.count))" : "")
        }.joined(separator: ", "), hanging: 2)
  }

  private func findings(_ title: String, _ findings: [Finding]) -> [String] {
    guard !findings.isEmpty else { return [] }
    return ["\(title) (\(findings.count)):"] + findings.flatMap { [""] + FindingsText.lines($0) }
  }

  private var consents: [String] {
    func list(_ title: String, _ consents: [ConsentCount]) -> [String] {
      consents.isEmpty
        ? []
        : [title]
          + consents.flatMap {
            prose("\($0.consent): \($0.rows) \($0.rows == 1 ? "row" : "rows")", first: "  ", hanging: 4)
          }
    }
    return list("Consents given:", plan.given) + list("Consents that would answer:", plan.consents)
  }

  private var next: [String] {
    let steps: [String] =
      switch plan.outcome {
      case .ready: ["Nothing was changed. import-legacy run with the same options does it."]
      case .readyWithWarnings:
        [
          "Look at the warnings: a run ends with status 1, and keeps what they name as it is, unless they say otherwise.",
          "Nothing was changed. import-legacy run with the same options does it.",
        ]
      case .blocked:
        [
          "Settle everything in the way: by a rule in a mapping file (--write-mapping FILE drafts one), a renaming "
            + "identifier or a default in the model, a change of the data, or a consent (--allow, or --write-consents "
            + "FILE to review, then run --consents FILE).",
          "Nothing was changed. Then run the plan again.",
        ]
      case .failed: ["The errors above say why. Nothing was changed."]
      }
    return ["Next:"] + steps.flatMap { prose($0, first: "  ", hanging: 2) }
  }

  private func name(_ key: String) -> String? {
    guard case .string(let text)? = plan.meta[key], !text.isEmpty else { return nil }
    return text
  }

  private func prose(_ text: String, first: String = "", hanging: Int = 0) -> [String] {
    PlainText.wrap(PlainText.harmless(text), columns: PlainText.columns, first: first, hanging: hanging)
  }
}
