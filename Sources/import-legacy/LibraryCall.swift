import CommandLineParser
import Diagnostics
import FileOperations

/// A call whose failure ends the program with the diagnostics on standard error and their exit status.
enum LibraryCall {
  static func run<Value>(_ call: (FileOperations) throws -> Value) throws -> Value {
    do {
      return try call(Faults.fileOperations())
    } catch let error as DiagnosticError {
      for diagnostic in error.diagnostics {
        Output.message(
          "import-legacy: \(diagnostic.severity.rawValue)[\(diagnostic.id)]: \(diagnostic.summary)")
        for step in diagnostic.recovery { Output.message("  -> \(step)") }
      }
      throw ExitCode(error.exit.rawValue)
    }
  }
}
