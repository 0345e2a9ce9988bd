import Diagnostics
import PropertyLists

/// Reads a mapping model in either form: the XML store of Xcode's editor (`xcmapping.xml` in an `.xcmappingmodel`), or
/// the archive that it is compiled to (`.cdm`).
package enum MappingModelReader {
  /// The editor's file in its folder.
  package static let contentsName = "xcmapping.xml"

  /// - Parameters:
  ///   - bytes: of the XML or of the archive.
  ///   - file: the mapping model's name without folder, for messages.
  /// - Throws: `DiagnosticError` of status 64.
  package static func read(_ bytes: [UInt8], file: String) throws(DiagnosticError) -> CoreDataMappingModel {
    do {
      return bytes.starts(with: Array("bplist".utf8))
        ? try CompiledMappingModelReader.read(bytes) : try EditedMappingModelReader.read(bytes)
    } catch {
      throw DiagnosticError(
        .usage,
        Diagnostic(
          .mappingModelUnreadable, .error,
          summary: "\(file) is no mapping model that can be read: \(error.reason).",
          recovery: [
            "Give an .xcmappingmodel as Xcode writes it, its xcmapping.xml, or the .cdm of a built app."
          ]))
    }
  }
}

/// Why something is no mapping model, for people.
struct MappingModelError: Error {
  let reason: String
}

extension DiagnosticID {
  package static let mappingModelUnreadable = DiagnosticID("mapping.model-unreadable")
  package static let mappingNeedsCode = DiagnosticID("mapping.needs-code")
}
