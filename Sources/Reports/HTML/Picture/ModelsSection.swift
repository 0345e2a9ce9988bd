/// The picture, what its signs mean, and which entities are not in it.
struct ModelsSection: HTMLSection {
  let id = "models"
  let title = "What became of the model"
  /// A picture that is higher scrolls by itself.
  private static let tall = 2400

  private let models: ReportedModels
  private let versions: VersionNames

  init(models: ReportedModels, versions: VersionNames) {
    self.models = models
    self.versions = versions
  }

  func write(to page: inout HTMLWriter) {
    let layout = PictureLayout(models)
    let changes = Set(models.became.map(\.change)).subtracting([.kept])
    if changes.isEmpty {
      page.line("p", "Every entity and every property is kept as it is.")
    } else {
      page.block("ul", ["class": "legend"]) { page in
        for change in ReportedChange.Change.allCases where changes.contains(change) {
          page.element("li", ["class": change.rawValue]) { page in
            page.element("b", change.sign)
            page.text(" \(change.explanation)")
          }
          page.literal("\n")
        }
      }
    }
    let isDrawn = !layout.source.isEmpty || !layout.destination.isEmpty
    if isDrawn { picture(layout, &page) }
    guard !layout.hidden.isEmpty else { return }
    page.block("details", ["class": "entity"]) { page in
      page.line(
        "summary",
        "\(layout.hidden.count) entities that are kept as they are\(isDrawn ? ", and not in the picture" : "")"
      )
      page.line("p", layout.hidden.joined(separator: ", "))
    }
  }

  private func picture(_ layout: PictureLayout, _ page: inout HTMLWriter) {
    page.block(
      "div",
      [
        "class": layout.height > Self.tall ? "picture tall" : "picture", "role": "region", "tabindex": "0",
        "aria-label": "Picture of the models before and after",
      ]
    ) { page in
      ModelPicture(layout, versions: versions).write(to: &page)
    }
  }
}
