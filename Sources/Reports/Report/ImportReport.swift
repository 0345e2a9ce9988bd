package import JSON

/// What an import did: the deterministic `body`, and `meta` for everything that differs from run to run.
package struct ImportReport: Sendable, Equatable {
  package static let formatVersion: Int64 = 1

  package var body: ReportBody
  /// Tool version, times, host, file names, seconds: never compared.
  package var meta: [String: JSONValue]

  package init(body: ReportBody, meta: [String: JSONValue] = [:]) {
    self.body = body
    self.meta = meta
  }

  /// The report as a JSON document, canonical.
  package func json() -> String {
    let report: JSONValue = [
      "formatVersion": .integer(Self.formatVersion), "body": body.jsonValue, "meta": .object(meta),
    ]
    return report.text
  }

  /// Reads what `json()` wrote.
  package init(parsing bytes: [UInt8]) throws(ReportFormatError) {
    let document: JSONValue
    do {
      document = try JSONValue(parsing: bytes)
    } catch {
      throw .notJSON(error)
    }
    do {
      var fields = try ObjectFields(document, at: "")
      let version = try fields.integer("formatVersion")
      guard version == Self.formatVersion else { throw ReportFormatError.otherFormatVersion(version) }
      body = try ReportBody(fields.value("body"), at: "body")
      meta = try fields.object("meta")
      try fields.finish()
    } catch let error as JSONShapeError {
      throw ReportFormatError(error)
    } catch let error as ReportFormatError {
      throw error
    } catch {
      throw .wrongType("", "a report")
    }
  }
}
