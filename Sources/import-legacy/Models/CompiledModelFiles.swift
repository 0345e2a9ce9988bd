import CoreDataModel
import Diagnostics
import FileOperations
import LegacyImport

/// Compiled models, as Xcode's compiler would write them: a `.mom`, or a `.momd` of all versions.
struct CompiledModelFiles {
  private let path: String
  private let files: FileOperations

  init(_ path: String, with files: FileOperations) {
    self.path = path
    self.files = files
  }

  /// - Parameter version: Instead of the current one.
  /// - Throws: status 3 for what is not proven; 64 where something is at `output`.
  func writeVersion(_ version: String?, to output: String) throws(DiagnosticError) {
    let place = NewOutput(output, files: files, point: .compile)
    try place.refuseTaken()
    let model = try ModelReading(path, with: files).model(version)
    let (compiled, unproven) = Self.compile([model])
    guard unproven.isEmpty, let only = compiled.first else { throw DiagnosticError(.blocked, unproven) }
    try place.createFile(with: only.bytes)
  }

  /// - Parameter texts: Consents to hashes whose rule is not proven, for `VersionInfo.plist`.
  /// - Throws: status 3 for what is not proven, all of it; 4 where a version cannot be read; 64 where something is at
  ///   `output`, and for a consent that means nothing here.
  func writeBundle(to output: String, allowing texts: [String]) throws(DiagnosticError) {
    let place = NewOutput(output, files: files, point: .compile)
    try place.refuseTaken()
    let info = try VersionInfoFile(path, with: files)
    let unreadable = info.unreadable.map(\.reason)
    guard unreadable.isEmpty else { throw DiagnosticError(.notRecognised, unreadable) }
    let (compiled, unproven) = Self.compile(info.models)
    let blocked = try unproven + info.openObstacles(allowing: texts)
    guard blocked.isEmpty else { throw DiagnosticError(.blocked, blocked) }
    try place.createFolder(
      with: compiled.map { ($0.name + ".mom", $0.bytes) } + [("VersionInfo.plist", try info.bytes())])
  }

  private static func compile(_ models: [ManagedObjectModel]) -> (
    compiled: [(name: String, bytes: [UInt8])], unproven: [Diagnostic]
  ) {
    var compiled: [(name: String, bytes: [UInt8])] = []
    // What several versions have is said once.
    var constructs: [UnprovenConstruct] = []
    var versions: [UnprovenConstruct: [String]] = [:]
    for model in models {
      do throws(UnprovenModel) {
        compiled.append((model.name, try ModelCompiler.compiled(model)))
      } catch {
        for construct in error.constructs {
          if versions[construct] == nil { constructs.append(construct) }
          versions[construct, default: []].append(model.name)
        }
      }
    }
    return (compiled, constructs.map { diagnostic(of: $0, in: versions[$0] ?? []) })
  }

  private static func diagnostic(of construct: UnprovenConstruct, in versions: [String]) -> Diagnostic {
    Diagnostic(
      .modelCompileUnproven, .error, Subject(entity: construct.entity, property: construct.property),
      summary:
        "\(versions.joined(separator: ", ")) cannot be compiled. \(construct.text). No model with this, "
        + "compiled by Xcode, was found to compare with.",
      recovery: ["Compile the model with Xcode (momc), or change it."])
  }
}

extension FilePoint {
  static let compile: FilePoint = "compile"
}

extension DiagnosticID {
  static let modelCompileUnproven = DiagnosticID("model.compile-unproven")
}
