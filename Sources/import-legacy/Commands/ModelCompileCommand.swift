import CommandLineParser

/// A model as Xcode's compiler would write it.
struct ModelCompileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compile",
    abstract: "Compile MODEL to a .momd, or one version of it to a .mom.",
    discussion: """
      Only what was compared with models that Xcode compiled is written. For anything else the status is 3,
      all of it is named, and nothing is written.
      """)

  @Argument(help: "The model: .xcdatamodeld, .xcdatamodel, its contents, .momd or .mom.")
  var model: String

  @Option(
    help:
      "What to write: NAME.momd, of all versions and with VersionInfo.plist, or NAME.mom, of one. Nothing may stand there."
  )
  var output: String

  @Option(help: "With .mom: version to compile, instead of the model's current one.")
  var modelVersion: String?

  @Option(
    help: ArgumentHelp(
      "With .momd: write a hash whose rule is not proven, unverified-hash:Entity. May be repeated.",
      valueName: "consent"))
  var allow: [String] = []

  private var isBundle: Bool { hasExtension(".momd") }

  /// A slash at the end is no part of the name.
  private func hasExtension(_ name: String) -> Bool {
    String(output.reversed().drop { $0 == "/" }.reversed()).hasSuffix(name)
  }

  func validate() throws {
    guard isBundle || hasExtension(".mom") else {
      throw ValidationError("--output must end in .momd or .mom")
    }
    if isBundle, modelVersion != nil {
      throw ValidationError("a .momd takes all versions, so --model-version is not for it")
    }
    if !isBundle, !allow.isEmpty { throw ValidationError("--allow is for a .momd") }
  }

  func run() throws {
    ProgramSignals.listen()
    try LibraryCall.run { files in
      let compiled = CompiledModelFiles(model, with: files)
      if isBundle {
        try compiled.writeBundle(to: output, allowing: allow)
      } else {
        try compiled.writeVersion(modelVersion, to: output)
      }
    }
  }
}
