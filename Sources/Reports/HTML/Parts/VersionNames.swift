/// What the two versions of a report are called.
struct VersionNames {
  let source: String
  let destination: String

  init(_ body: ReportBody) {
    source = body.source.modelVersion ?? "unknown version"
    destination = body.destination.modelVersion ?? "unknown version"
  }
}
