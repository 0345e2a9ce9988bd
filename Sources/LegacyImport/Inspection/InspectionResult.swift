/// What an inspection found, and how it ended.
public struct InspectionResult: Sendable {
  package let inspection: StoreInspection

  package init(_ inspection: StoreInspection) { self.inspection = inspection }

  /// The exit status of the command line's contract.
  public var exitStatus: Int32 { inspection.exit.rawValue }

  /// For programs: keys sorted.
  public var json: String { inspection.jsonValue.text }

  /// For people.
  public var text: String { InspectionText(inspection).text() }
}
