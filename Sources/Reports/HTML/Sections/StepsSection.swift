/// The steps of a run that took several.
struct StepsSection: HTMLSection {
  let id = "steps"
  let title = "Steps"
  let steps: [StepSummary]

  func write(to page: inout HTMLWriter) {
    HTMLTable(
      caption: "Steps from version to version, in their order",
      header: [("From and to", false), ("How", false), ("Mapping file", false), ("Rows read", true)],
      rows: steps.map { step in
        (
          "\(step.from) → \(step.to)",
          [
            .init(text: step.how.rawValue), .init(text: step.mapping ?? "none"),
            .init(
              text: step.entities.isEmpty ? "not proven" : Grouped.text(Sums.sum(step.entities.map(\.read))),
              isNumber: true),
          ]
        )
      }
    ).write(to: &page)
  }
}
