import CommandLineParser
import LegacyImport

/// What says which way a store is to go, whichever store it is.
struct RouteOptions: ParsableArguments {
  @Option(
    help:
      "The model: .xcdatamodeld, .xcdatamodel, its contents, .momd or .mom; repeated, the models are merged. Without it: the store's own."
  )
  var model: [String] = []

  @Option(help: "Version to migrate to, instead of the model's current one.")
  var modelVersion: String?

  @Option(
    help: ArgumentHelp(
      "Versions to step through on the way, from old to new, with commas between; a store enters at its own.",
      valueName: "names"))
  var via: String?

  @Option(
    help: "A mapping file (YAML), or a mapping model of Xcode: what inference cannot know. May be repeated.")
  var mapping: [String] = []

  @Option(help: "More places to look for the store's version. May be repeated.")
  var sourceModel: [String] = []

  @Option(help: "Take the store for this version, without recognising it.")
  var sourceVersion: String?

  @Option(
    help: ArgumentHelp(
      "An empty store that the app made: it supplies the new store's schema, entity numbers, metadata and model cache.",
      valueName: "store"))
  var template: String?

  @Option(
    help: ArgumentHelp(
      "Agree to a loss by name: drop:Entity, drop:Entity.property, drop:table:NAME, drop:cloudkit, drop:history, "
        + "lossy:Entity.property, orphans:Entity, unverified-hash:Entity; =N for at most N rows. May be repeated.",
      valueName: "consent"))
  var allow: [String] = []

  @Option(help: ArgumentHelp("Stop if more rows than these would be left out.", valueName: "number"))
  var maxRejects: Int?

  func validate() throws {
    if let via, VersionList.names(in: via).contains("") {
      throw ValidationError("--via takes names of versions with commas between")
    }
    if let maxRejects, maxRejects < 0 { throw ValidationError("--max-rejects takes a number of at least 0") }
  }

  func request(_ store: String) -> ImportRequest {
    var request = ImportRequest(store: store)
    request.models = model
    request.modelVersion = modelVersion
    request.via = via.map(VersionList.names) ?? []
    request.sourceModels = sourceModel
    request.mappings = mapping
    request.sourceVersion = sourceVersion
    request.template = template
    request.allowed = allow
    request.maximumRejects = maxRejects
    return request
  }

  /// The same as words of a command line.
  var words: [String] {
    let repeated = [
      ("model", model), ("mapping", mapping), ("source-model", sourceModel), ("allow", allow),
    ].flatMap { name, values in values.map { "--\(name)=\($0)" } }
    let single = [
      ("model-version", modelVersion), ("via", via), ("source-version", sourceVersion),
      ("template", template), ("max-rejects", maxRejects.map(String.init)),
    ].compactMap { name, value in value.map { "--\(name)=\($0)" } }
    return repeated + single
  }
}
