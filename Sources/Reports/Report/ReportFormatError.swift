package import JSON

/// Why bytes are not a report that can be read here. Places are keys as in `body.entities[0].read`.
package enum ReportFormatError: Error, Sendable, Equatable, CustomStringConvertible {
  case notJSON(JSONSyntaxError)
  case otherFormatVersion(Int64)
  case missingKey(String)
  case unknownKey(String)
  case wrongType(String, String)

  init(_ error: JSONShapeError) {
    self =
      switch error {
      case .missingKey(let place): .missingKey(place)
      case .unknownKey(let place): .unknownKey(place)
      case .wrongType(let place, let expected): .wrongType(place, expected)
      }
  }

  package var description: String {
    switch self {
    case .notJSON(let error): "not JSON: \(error)"
    case .otherFormatVersion(let version):
      "a report of format version \(version); only version \(ImportReport.formatVersion) can be read"
    case .missingKey(let place): "not a report: \(place) is missing"
    case .unknownKey(let place): "not a report that this version knows: \(place) is an unknown key"
    case .wrongType(let place, let expected):
      "not a report: \(place.isEmpty ? "the document" : place) is not \(expected)"
    }
  }
}
