import CommandLineParser

/// The version hashes Core Data computes.
struct ModelHashCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hash",
    abstract: "Print the version hash of every entity, the digest and the checksum.",
    discussion: """
      Hashes of constructs that no real store has proven are marked with an asterisk.
      With --format versioninfo, VersionInfo.plist of all versions that can be read.
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument { case text, json, versioninfo }

  @Argument(help: "The model: .xcdatamodeld, .xcdatamodel, its contents, .momd or .mom.")
  var model: String

  @Option(help: "Version to print, instead of the model's current one.")
  var modelVersion: String?

  @Option(help: "text, json, or versioninfo: a binary VersionInfo.plist, which --output names.")
  var format: Format = .text

  @Option(help: "With versioninfo: write it here; nothing may stand there.")
  var output: String?

  @Option(
    help: ArgumentHelp(
      "With versioninfo: write a hash whose rule is not proven, unverified-hash:Entity. May be repeated.",
      valueName: "consent"))
  var allow: [String] = []

  func validate() throws {
    if format == .versioninfo {
      guard output != nil else { throw ValidationError("--format versioninfo needs --output") }
      if modelVersion != nil {
        throw ValidationError("--format versioninfo takes all versions, so --model-version is not for it")
      }
    } else if output != nil || !allow.isEmpty {
      throw ValidationError("--output and --allow are for --format versioninfo")
    }
  }

  func run() throws {
    if format == .versioninfo, let output {
      ProgramSignals.listen()
      return try LibraryCall.run { files in
        let info = try VersionInfoFile(model, with: files)
        for (version, reason) in info.unreadable {
          Output.message("import-legacy: \(version) is left out. \(reason.summary)")
        }
        try info.write(to: output, allowing: allow)
      }
    }
    let hashes = HashText(try LibraryCall.run { try ModelReading(model, with: $0).model(modelVersion) })
    guard Output.result(format == .json ? hashes.json.text : hashes.text) else { throw ExitCode.failure }
  }
}
