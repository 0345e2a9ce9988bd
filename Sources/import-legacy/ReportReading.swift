import CommandLineParser
import FileOperations
import Reports

/// Reads a report for a command; what is wrong with it ends the program with a plain sentence.
enum ReportReading {
  static func read(_ path: String, _ files: FileOperations) throws -> ImportReport {
    do {
      return try ReportFile(path: path, files: files).read()
    } catch let error as FileError {
      Output.message("import-legacy: the report \(path) could not be read. \(error)")
      throw ExitCode(error.isAbsence ? 4 : 2)
    } catch let error as ReportFormatError {
      Output.message("import-legacy: \(path) is no report this program can read. \(error)")
      throw ExitCode(4)
    }
  }
}
