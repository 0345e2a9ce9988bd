import CoreDataModel
import Diagnostics
import FileOperations

/// Models as the commands name them: a path, and a version where it is not the current one.
struct ModelReading {
  let bundle: ModelBundle

  init(_ path: String, with files: FileOperations) throws(DiagnosticError) {
    do {
      bundle = try ModelBundle(path: path, with: files)
    } catch {
      throw DiagnosticError(error.exitStatus, error.diagnostic)
    }
  }

  /// - Parameter version: Its name; nil for the current one.
  func model(_ version: String?) throws(DiagnosticError) -> ManagedObjectModel {
    try reading { () throws(ModelError) in
      if let version { try bundle.version(named: version) } else { try bundle.current() }
    }
  }

  /// What the bundle itself names as current.
  func namedVersion() throws(DiagnosticError) -> String? {
    try reading { () throws(ModelError) in try bundle.namedVersion() }
  }

  /// What was noticed while reading a version.
  func warnings(of model: ManagedObjectModel) -> [Diagnostic] {
    bundle.versions.first { $0.name == model.name }?.warnings.map(\.diagnostic) ?? []
  }

  private func reading<Value>(_ call: () throws(ModelError) -> Value) throws(DiagnosticError) -> Value {
    do {
      return try call()
    } catch {
      throw DiagnosticError(error.exitStatus, error.diagnostic)
    }
  }
}
