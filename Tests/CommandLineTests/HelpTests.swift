import CommandLineParser
import Testing

@Suite struct HelpTests {
  private static let rootHelp = """
    OVERVIEW: Moves things.

    USAGE: tool [<subcommand>] ...

    OPTIONS:
      --version               Show the version.
      -h, --help              Show help information.

    SUBCOMMANDS:
      run (default)           Move a store to the current version, wherever it may
                              have come from before.
      inspect                 Look at stores.
      model                   Models.
      fail                    Ends in some way.

      See 'tool help <subcommand>' for detailed help.

    """

  private static let runHelp = """
    OVERVIEW: Move a store to the current version, wherever it may have come from
    before.

    Nothing is lost.

    USAGE: tool run <store> [--model <path> ...] [--output <output>]
      [--keep-copies <keep-copies>] [--id-map <id-map>] [--dry-run] [--quiet]
      [--progress <progress>]

    ARGUMENTS:
      <store>                 The store.

    OPTIONS:
      --model <path>          A model; repeat to merge.
      --output <output>       Write there.
      --keep-copies <keep-copies>
                              Copies to keep. (default: 3)
      --id-map <id-map>
      --dry-run               Everything but the last step.
      -q, --quiet             Say less.
      --progress <progress>   How progress is shown. (values: auto, bar, none;
                              default: auto)
      --version               Show the version.
      -h, --help              Show help information.

    """

  @Test(arguments: ["--help", "-h", "help"])
  func root(line: String) {
    #expect(Tool.execute(words(line)) == CommandExit(status: 0, standardOutput: Self.rootHelp))
  }

  @Test(arguments: ["run --help", "help run", "run S --frobnicate -h", "S --help", "--dry-run --help"])
  func subcommand(line: String) {
    #expect(Tool.execute(words(line)) == CommandExit(status: 0, standardOutput: Self.runHelp))
  }

  @Test func nested() {
    let expected = """
      OVERVIEW: Version hashes.

      USAGE: tool model hash <models> ... [--form <form> ...]

      ARGUMENTS:
        <models>

      OPTIONS:
        --form <form>           (default: hex)
        --version               Show the version.
        -h, --help              Show help information.

      """
    #expect(Tool.execute(["help", "model", "hash"]).standardOutput == expected)
    #expect(Tool.execute(["model", "--help"]).standardOutput.contains("See 'tool help model <subcommand>'"))
  }
}
