import Diagnostics
import FileOperations

/// The files that a rehearsal of many stores writes: they replace what stands at their names.
package enum RehearsalFiles {
  /// Refuses names that would cost something of any of the stores, before anything is written.
  ///
  /// - Parameter named: options with the paths given to them.
  package static func check(
    _ named: [(option: String, path: String)], requests: [ImportRequest], with files: FileOperations
  ) throws(DiagnosticError) {
    for (option, path) in named {
      for var request in requests {
        request.report = path
        try SideFiles(request, reportOption: option, files: files).check()
      }
    }
  }
}
