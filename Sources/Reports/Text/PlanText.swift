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
    let sections = [
      header, steps, table, obstacles, proposals, findings("A run would warn of", plan.warnings), notes,
      consents, next,
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
        let means = step.means == .inferred ? "inferred from the two versions" : "by the mapping file"
        return prose("\(index + 1). \(step.from) -> \(step.to), \(means)", first: "  ", hanging: 5)
      }
  }

  private var table: [String] {
    guard !plan.entities.isEmpty else { return [] }
    var hidden = 0
    var rows: [PlanTable.Row] = []
    var left = plan.properties
    for entity in plan.entities {
      rows.append(row(entity))
      guard let name = entity.source ?? entity.destination else { continue }
      // Properties stand below the first of an entity's rows; they are those of all of them.
      let own = left.filter { ($0.source ?? $0.destination)?.entity == name }
      left.removeAll { ($0.source ?? $0.destination)?.entity == name }
      for property in own {
        if property.goesWithRows, !isVerbose { continue }
        if property.fate == .kept, !isVerbose { hidden += 1 } else { rows.append(row(property)) }
      }
    }
    rows += left.filter { isVerbose || ($0.fate != .kept && !$0.goesWithRows) }.map(row)
    var lines = PlanTable(header: ["entity", "rows", "what becomes of it, and why"], rows: rows).lines
    if hidden > 0 {
      lines += prose(
        hidden == 1
          ? "1 property is kept as it is; --verbose lists it."
          : "\(hidden) properties are kept as they are; --verbose lists them.")
    }
    return lines
  }

  private func row(_ entity: PlannedEntity) -> PlanTable.Row {
    let becomes =
      entity.destination.map { entity.source == $0 || entity.source == nil ? "" : " -> \($0)" } ?? ""
    return PlanTable.Row(
      name: (entity.source ?? entity.destination ?? "") + (entity.isAbstract ? " (abstract)" : ""),
      rows: entity.isAbstract || entity.source == nil ? nil : entity.rows,
      text: "\(entity.fate.rawValue)\(becomes): \(entity.why)", depth: 0)
  }

  private func row(_ property: PlannedProperty) -> PlanTable.Row {
    var becomes = ""
    if let source = property.source, let destination = property.destination {
      if source.property != destination.property || property.fate == .moved {
        becomes = " -> \(property.fate == .moved ? destination.text : destination.property)"
      }
    }
    return PlanTable.Row(
      name: (property.source ?? property.destination)?.property ?? "",
      rows: property.rows, text: "\(property.fate.rawValue)\(becomes): \(property.why)", depth: 1)
  }

  private var obstacles: [String] {
    guard !plan.obstacles.isEmpty else { return [] }
    return ["In the way (\(plan.obstacles.count)):"]
      + plan.obstacles.flatMap { [""] + FindingsText.lines($0.finding, groups: $0.groups) }
  }

  private var proposals: [String] {
    guard !plan.proposals.isEmpty else { return [] }
    return prose("Looks renamed, and is not taken for it unless you say so (\(plan.proposals.count)):")
      + plan.proposals.flatMap { proposal in
        let reasons = proposal.reasons.map(\.rawValue).joined(separator: ", ")
        return [""]
          + prose(
            "\(proposal.source) -> \(proposal.destination) (\(proposal.rows)): \(reasons)", first: "  ",
            hanging: 4)
          + prose(
            "in the model: renaming identifier \(proposal.renamingIdentifier) for \(proposal.destination)",
            first: "  -> ", hanging: 5)
          + ["  -> or in a mapping file:"] + proposal.mapping.map { PlainText.harmless("       \($0)") }
      }
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
          "Look at the warnings: a run keeps what they name as it is, and ends with status 1.",
          "Nothing was changed. import-legacy run with the same options does it.",
        ]
      case .blocked:
        [
          "Settle everything in the way: by a renaming identifier or a default in the model, a change of the data, "
            + "or a consent (--allow, or --write-consents FILE to review, then run --consents FILE).",
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
