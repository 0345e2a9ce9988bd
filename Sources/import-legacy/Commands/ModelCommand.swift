import CommandLineParser
import CoreDataModel
import Digests

/// Questions about models.
struct ModelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "model", abstract: "Look at models.", subcommands: [ModelHashCommand.self])
}

/// The version hashes Core Data computes.
struct ModelHashCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hash",
    abstract: "Print the version hash of every entity, the digest and the checksum.",
    discussion: "Hashes of constructs that no real store has proven are marked with an asterisk.")

  @Argument(help: "The model: .xcdatamodeld, .xcdatamodel, or its contents.")
  var model: String

  @Option(help: "Version to print, instead of the model's current one.")
  var modelVersion: String?

  func run() throws {
    let model: ManagedObjectModel
    do throws(ModelError) {
      let bundle = try ModelBundle(path: self.model)
      if let modelVersion {
        model = try bundle.version(named: modelVersion)
      } else {
        model = try bundle.current()
      }
    } catch {
      let diagnostic = error.diagnostic
      Output.message("import-legacy: error[\(diagnostic.id)]: \(diagnostic.summary)")
      for step in diagnostic.recovery { Output.message("  -> \(step)") }
      throw ExitCode(error.exitStatus.rawValue)
    }
    let hashes = VersionHash.hashes(of: model)
    var text = "\(model.name)\n"
    for (entity, hash) in hashes.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      let mark = VersionHash.unverifiedConstructs(of: entity, in: model).isEmpty ? "" : " *"
      text += "\(hash.hexadecimalText)  \(entity)\(mark)\n"
    }
    text += "digest    \(VersionHash.digest(of: hashes))\nchecksum  \(VersionHash.checksum(of: hashes))\n"
    guard Output.result(text) else { throw ExitCode.failure }
  }
}
