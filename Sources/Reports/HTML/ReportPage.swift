private import JSON

/// A report as one page of HTML. The same report gives the same bytes.
package struct ReportPage {
  private var report: ImportReport

  package init(_ report: ImportReport) {
    self.report = report
    self.report.body = report.body.inDefinedOrder()
  }

  /// Ends with a line feed.
  package func html() -> String {
    let body = report.body
    let entities = EntityAccount.all(body)
    let summary = SummarySection(report)
    let sections: [any HTMLSection] =
      [FindingsSection(findings: body.findings)]
      + (body.models.map { [ModelsSection(models: $0, versions: VersionNames(body))] } ?? [])
      + (body.entities.isEmpty ? [] : [RowsSection(report)])
      + (entities.isEmpty ? [] : [EntitiesSection(entities: entities)])
      + (body.checks.isEmpty ? [] : [ChecksSection(checks: body.checks)])
      + (body.steps.isEmpty ? [] : [StepsSection(steps: body.steps)])
      + (body.consents.isEmpty ? [] : [ConsentsSection(consents: body.consents)])
      + [VersionsSection(body: body), RunSection(meta: report.meta)]
    return HTMLDocument(
      title: summary.title, kind: "report of a run", summary: summary, sections: sections
    ).html()
  }
}
