import CoreDataMigration
import CoreDataModel
import Diagnostics
import FileOperations
import LegacyImport
import StoreProtection

/// `VersionInfo.plist` of a bundle, as the model compiler would write it.
struct VersionInfoFile {
  private let reading: ModelReading
  let models: [ManagedObjectModel]
  private let files: FileOperations

  /// - Throws: what is wrong with the first version, when none can be read.
  init(_ model: String, with files: FileOperations) throws(DiagnosticError) {
    self.files = files
    reading = try ModelReading(model, with: files)
    models = reading.bundle.versions.compactMap { try? $0.result.get() }
    guard models.isEmpty, case .failure(let error)? = reading.bundle.versions.first?.result else { return }
    throw DiagnosticError(error.exitStatus, error.diagnostic)
  }

  /// Versions that cannot be read, and why.
  var unreadable: [(version: String, reason: Diagnostic)] {
    reading.bundle.versions.compactMap { version in
      guard case .failure(let error) = version.result else { return nil }
      return (version.name, error.diagnostic)
    }
  }

  /// - Throws: status 3 for entities whose hash rule is not proven and not allowed; 64 for a consent that means nothing
  ///   here, and where something is at `path`.
  func write(to path: String, allowing texts: [String]) throws(DiagnosticError) {
    let output = NewOutput(path, files: files, point: .versionInfo)
    try output.refuseTaken()
    let open = try openObstacles(allowing: texts)
    guard open.isEmpty else { throw DiagnosticError(.blocked, open) }
    try output.createFile(with: try bytes())
  }

  /// - Throws: what is wrong with the version that the bundle names as current.
  func bytes() throws(DiagnosticError) -> [UInt8] {
    let current = try reading.namedVersion()
    guard current.map({ name in models.contains { $0.name == name } }) ?? true else {
      // The current version is among those that cannot be read.
      throw DiagnosticError(.notRecognised, unreadable.filter { $0.version == current }.map(\.reason))
    }
    return VersionInfo(models: models, currentVersion: current).bytes
  }

  /// Entities whose hash rule is not proven and not allowed.
  ///
  /// - Throws: status 64 for a consent that means nothing here.
  func openObstacles(allowing texts: [String]) throws(DiagnosticError) -> [Diagnostic] {
    var constructs: [String: [UnverifiedConstruct]] = [:]
    for model in models {
      for entity in model.entities {
        constructs[entity.name, default: []] += VersionHash.unverifiedConstructs(of: entity.name, in: model)
      }
    }
    var consents: [Consent] = []
    for text in texts { consents.append(try consent(text, entities: Set(constructs.keys))) }
    let obstacles = constructs.inOrder.filter { !$0.value.isEmpty }.map {
      Obstacle.unverifiedHash(of: $0.key, $0.value)
    }
    return ConsentLedger(obstacles: obstacles, consents: consents).open
  }

  private func consent(_ text: String, entities: Set<String>) throws(DiagnosticError) -> Consent {
    guard let consent = Consent(text), consent.kind == .unverifiedHash else {
      throw DiagnosticError(
        .usage,
        Diagnostic(
          .consentForm, .error, summary: "\(text) is no consent that this command takes.",
          recovery: ["Use unverified-hash:Entity."]))
    }
    guard entities.contains(consent.subject) else {
      throw DiagnosticError(
        .usage,
        Diagnostic(
          .consentUnknown, .error, summary: "\(consent.name) names no entity of any version.",
          recovery: ["Check the spelling."]))
    }
    return consent
  }
}

extension FilePoint {
  static let versionInfo: FilePoint = "version-info"
}
