import CommandLineParser
import LegacyImport

/// What says which migration is meant: the same for doing it and for telling of it.
struct MigrationOptions: ParsableArguments {
  @Argument(help: "The store's main file; its -wal, -journal and external data are found beside it.")
  var store: String

  @OptionGroup var route: RouteOptions

  @Option(help: "Write the new store here, and leave STORE as it is; nothing else may stand there.")
  var output: String?

  @Flag(help: "With --output: keep the store's UUID, so that saved object URIs stay good.")
  var keepUuid: Bool = false

  @Option(
    help: ArgumentHelp(
      "A file of consents that plan --write-consents drafted and you reviewed: for these bytes of STORE alone.",
      valueName: "file"))
  var consents: String?

  var request: ImportRequest {
    var request = route.request(store)
    request.output = output
    request.consents = consents
    request.keepsUUID = keepUuid
    return request
  }
}
