import Diagnostics
import Reports

/// A report with something of everything.
func sampleReport() -> ImportReport {
  var body = ReportBody(
    outcome: .migratedWithFindings,
    source: StoreSummary(
      modelVersion: "Library 1", recognisedBy: "version hashes", format: "coredata",
      versionHashes: ["Book": "ab12", "Author": "cd34"], hashOrigin: ["Book": .copied, "Author": .computed]),
    destination: StoreSummary(modelVersion: "Library 2", format: "coredata"),
    entities: [
      EntityCounts(source: "Tag", destination: nil, read: 4, migrated: 0, dropped: 4),
      EntityCounts(
        source: "Book", destination: "Publication", read: 12000, migrated: 11998, merged: 1, rejected: 1),
      EntityCounts(source: "Author", destination: "Author", read: 3, migrated: 3),
      EntityCounts(source: nil, destination: "Contribution", read: 0, migrated: 0),
    ],
    relationships: [
      RelationshipCounts(entity: "Book", name: "author", read: 11990, connected: 11977, dangling: 13),
      RelationshipCounts(entity: "Author", name: "books", read: 2, connected: 2),
    ],
    attributes: [
      AttributeSummary(entity: "Book", name: "title", nulls: 2, digest: "sha256:00ff"),
      AttributeSummary(entity: "Author", name: "name", nulls: 0, digest: nil),
    ],
    consents: [ConsentCount(consent: "drop:Tag", rows: 4)])
  body.add([
    Diagnostic(
      DiagnosticID("plan.dropped"), .note, Subject(entity: "Tag"), count: 4, oldKeys: [1, 2, 3, 4],
      summary: "Rows of an entity that the destination does not have were dropped, as allowed."),
    Diagnostic(
      DiagnosticID("source.dangling-link"), .warning, Subject(entity: "Book", property: "author"), count: 13,
      oldKeys: Array(101...113), summary: "Links lead to no row.",
      recovery: [
        "Nothing needs to be done: the links are empty in the result.",
        "To repair them, open the original with the application that wrote it, set each book's author"
          + " again, and run the import once more.",
      ]),
    Diagnostic(
      DiagnosticID("source.rejected"), .error, Subject(entity: "Book"), count: 1, oldKeys: [7],
      summary: "A row was rejected."),
    Diagnostic(DiagnosticID("source.log-folded"), .note, summary: "The log was folded in."),
  ])
  return ImportReport(
    body: body,
    meta: [
      "tool": "1.0", "store": "Library.sqlite", "output": "New.sqlite", "seconds": ["create": 0.25],
      "entitySeconds": ["Author": 0.004, "Book": 1.5],
    ])
}
