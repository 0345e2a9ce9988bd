import Diagnostics
import Reports
import Testing

@Suite("Waivers of a comparison")
struct WaiverTests {
  private func parse(_ text: String) throws(DiagnosticError) -> [Waiver] {
    try WaiverFile.parse(Array(text.utf8), file: "waivers.txt")
  }

  @Test("An id, and after it what it is about, on a line each")
  func form() throws {
    let waivers = try parse(
      """
      # known since the first release
      source.dangling-link Book.author   # nobody misses them

      value.date-implausible Author
      source.log-folded\r
      a.b Place.position.latitude
      """)
    #expect(
      waivers == [
        Waiver(id: "source.dangling-link", entity: "Book", property: "author", line: 2),
        Waiver(id: "value.date-implausible", entity: "Author", line: 4),
        Waiver(id: "source.log-folded", line: 5),
        Waiver(id: "a.b", entity: "Place", property: "position.latitude", line: 6),
      ])
    #expect(waivers.map(\.text).first == "source.dangling-link Book.author")
    #expect(try parse("") == [])
  }

  @Test(
    "What is none is named, every line of it",
    arguments: [
      "nodot", "A.b", "a.b Book author", "a.b .author", "a.b Book.", "a.b.c", "-a.b", "a.", "a.b- Book",
      "é.b",
    ])
  func faults(line: String) {
    let error = #expect(throws: DiagnosticError.self) { try parse("a.b\n\(line)\n\(line)") }
    #expect(error?.exit == .usage)
    #expect(error?.diagnostics.map(\.id.rawValue) == ["waivers.form", "waivers.form"])
    #expect(
      error?.diagnostics.map(\.summary) == [2, 3].map { "waivers.txt, line \($0): this is no waiver." })
    let bytes = #expect(throws: DiagnosticError.self) {
      try WaiverFile.parse([0x61, 0xFF], file: "waivers.txt")
    }
    #expect(bytes?.diagnostics.first?.summary == "waivers.txt is not UTF-8.")
  }

  @Test("A finding that is waived is no difference, whether it comes, goes or changes, and is listed")
  func waived() {
    let old = sampleReport().body
    var new = old
    new.findings.removeAll { $0.id == "source.rejected" }
    new.findings[1].count = 14
    let link = Waiver(id: "source.dangling-link", entity: "Book", property: "author", line: 1)
    let rejected = Waiver(id: "source.rejected", line: 2)
    let one = ReportDiff(old: old, new: new, waivers: [link])
    #expect(!one.isEqual)
    #expect(one.count(.fixed) == 1)
    #expect(one.count(.changed) == 0)
    let both = ReportDiff(old: old, new: new, waivers: [link, rejected])
    #expect(both.isEqual)
    #expect(both.waived.map(\.change) == [.fixed, .changed])
    #expect(both.unusedWaivers == [])
    let text = DiffText(both, names: ReportDiffTests.names).text()
    #expect(
      text.contains(
        "\nWaived, and no difference:\n  fixed error[source.rejected] Book (1): A row was rejected.\n"))
    #expect(text.hasSuffix("\nThe reports agree, but for what is waived.\n"))
    // Of another property it waives nothing.
    let other = Waiver(id: "source.dangling-link", entity: "Book", property: "publisher", line: 1)
    #expect(!ReportDiff(old: old, new: new, waivers: [other, rejected]).isEqual)
  }

  @Test("An outcome that follows from waived findings alone is no difference, and any other is")
  func outcome() {
    let old = ReportBody(outcome: .migrated)
    var new = ReportBody(outcome: .migratedWithFindings)
    new.add([Diagnostic(DiagnosticID("a.b"), .warning, summary: "S.")])
    #expect(!ReportDiff(old: old, new: new).isEqual)
    #expect(ReportDiff(old: old, new: new, waivers: [Waiver(id: "a.b")]).isEqual)
    new.add([Diagnostic(DiagnosticID("a.c"), .warning, summary: "S.")])
    #expect(!ReportDiff(old: old, new: new, waivers: [Waiver(id: "a.b")]).isEqual)
    var failed = new
    failed.outcome = .failed
    let waivers = [Waiver(id: "a.b"), Waiver(id: "a.c")]
    #expect(!ReportDiff(old: old, new: failed, waivers: waivers).isEqual)
  }

  @Test("A waiver that matches nothing is told, and changes nothing")
  func unused() {
    let body = sampleReport().body
    let diff = ReportDiff(old: body, new: body, waivers: [Waiver(id: "gone.away", entity: "Book", line: 7)])
    #expect(diff.isEqual)
    #expect(diff.notes.map(\.id.rawValue) == ["waivers.unused"])
    let text = DiffText(diff, names: ReportDiffTests.names).text()
    #expect(
      text.contains(
        """
        note[waivers.unused]: The waiver gone.away Book on line 7 matches no finding of
          either report.
        """))
  }
}
