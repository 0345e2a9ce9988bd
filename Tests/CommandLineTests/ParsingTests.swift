import CommandLineParser
import Testing

@Suite struct ParsingTests {
  private static let plain = "model=[] output=nil keep=3 map=nil dry=false quiet=false progress=auto"

  static let accepted: [(String, String)] = [
    ("run S", "run store=S \(plain)"),
    ("S", "run store=S \(plain)"),
    (
      "S --model A --model=B",
      "run store=S model=[\"A\", \"B\"] output=nil keep=3 map=nil dry=false quiet=false progress=auto"
    ),
    ("--output O S", "run store=S model=[] output=O keep=3 map=nil dry=false quiet=false progress=auto"),
    ("--output=a=b S", "run store=S model=[] output=a=b keep=3 map=nil dry=false quiet=false progress=auto"),
    ("--output= S", "run store=S model=[] output= keep=3 map=nil dry=false quiet=false progress=auto"),
    ("--output=-o S", "run store=S model=[] output=-o keep=3 map=nil dry=false quiet=false progress=auto"),
    ("S --output -", "run store=S model=[] output=- keep=3 map=nil dry=false quiet=false progress=auto"),
    (
      "S --dry-run --dry-run -q",
      "run store=S model=[] output=nil keep=3 map=nil dry=true quiet=true progress=auto"
    ),
    (
      "S --keep-copies 5 --id-map M",
      "run store=S model=[] output=nil keep=5 map=M dry=false quiet=false progress=auto"
    ),
    (
      "S --progress none",
      "run store=S model=[] output=nil keep=3 map=nil dry=false quiet=false progress=none"
    ),
    ("-- --model", "run store=--model \(plain)"),
    ("run -- -h", "run store=-h \(plain)"),
    ("run run", "run store=run \(plain)"),
    ("./help", "run store=./help \(plain)"),
    ("inspect S --key=-5", "inspect store=S table=nil others=[] key=-5"),
    ("inspect --key 1 S T", "inspect store=S table=T others=[] key=1"),
    ("inspect S T --key 1 U -- -V --", "inspect store=S table=T others=[\"U\", \"-V\", \"--\"] key=1"),
    ("model hash A B", "hash models=[\"A\", \"B\"] form=[\"hex\"]"),
    ("model hash A --form b --form c", "hash models=[\"A\"] form=[\"b\", \"c\"]"),
  ]

  @Test(arguments: accepted)
  func accepts(line: String, shown: String) throws {
    let command = try Tool.parseAsRoot(words(line))
    #expect((command as? any Showing)?.shown == shown)
  }

  static let refused: [(String, String, String)] = [
    ("", "Missing expected argument '<store>'.", "tool run"),
    ("run", "Missing expected argument '<store>'.", "tool run"),
    ("S T", "Unexpected argument: 'T'.", "tool run"),
    ("run S T U", "Unexpected arguments: 'T', 'U'.", "tool run"),
    ("S --modle X", "Unknown option '--modle'. Did you mean '--model'?", "tool run"),
    ("S --out X", "Unknown option '--out'. Did you mean '--output'?", "tool run"),
    ("S --frobnicate=1", "Unknown option '--frobnicate'.", "tool run"),
    ("S -x", "Unknown option '-x'. Did you mean '-q'?", "tool run"),
    ("S -qq", "Unknown option '-qq'. Did you mean '-q'?", "tool run"),
    ("S --output", "Missing value for '--output <output>'.", "tool run"),
    ("S --output --dry-run", "Missing value for '--output <output>'.", "tool run"),
    ("S --output -- X", "Missing value for '--output <output>'.", "tool run"),
    ("S --dry-run=yes", "The option '--dry-run' takes no value.", "tool run"),
    ("S --output A --output B", "The option '--output' was given more than once.", "tool run"),
    ("S --keep-copies many", "The value 'many' is invalid for '--keep-copies <keep-copies>'.", "tool run"),
    ("S --keep-copies 0", "--keep-copies is at least 1.", "tool run"),
    (
      "S --progress loud",
      "The value 'loud' is invalid for '--progress <progress>'. Accepted: auto, bar, none.",
      "tool run"
    ),
    ("S -q --progress bar", "--quiet and --progress bar exclude each other.", "tool run"),
    ("inspct S", "Unexpected argument: 'S'. Did you mean the subcommand 'inspect'?", "tool run"),
    ("inspect S", "Missing expected argument '--key <key>'.", "tool inspect"),
    ("inspect S --key -", "The value '-' is invalid for '--key <key>'.", "tool inspect"),
    ("model", "Missing a subcommand.", "tool model"),
    ("model hsah", "Unknown subcommand 'hsah'. Did you mean 'hash'?", "tool model"),
    ("model --all", "Unknown option '--all'.", "tool model"),
    ("model hash", "Missing expected argument '<models>'.", "tool model hash"),
    ("help modle", "Unknown subcommand 'modle'. Did you mean 'model'?", "tool"),
    ("fail validation", "not like this", "tool fail"),
  ]

  @Test(arguments: refused)
  func refuses(line: String, message: String, command: String) {
    let exit = Tool.execute(words(line))
    let lines = exit.standardError.split(separator: "\n").map(String.init)
    #expect(exit.status == 64)
    #expect(exit.standardOutput.isEmpty)
    #expect(lines.first == "Error: \(message)")
    #expect(lines.dropFirst().first?.hasPrefix("Usage: \(command)") == true)
    #expect(lines.last == "  See '\(command) --help' for more information.")
  }

  @Test func tablesAreNotEmpty() {
    #expect(Self.accepted.count >= 20)
    #expect(Self.refused.count >= 25)
  }

  static let endings: [(String, CommandExit)] = [
    ("fail status", CommandExit(status: 7)),
    ("fail message", CommandExit(status: 0, standardOutput: "enough\n")),
    ("fail other", CommandExit(status: 2, standardError: "Error: Broken()\n")),
    ("fail well", CommandExit(status: 0)),
    ("--version", CommandExit(status: 0, standardOutput: "tool 1.2\n")),
    ("S --version", CommandExit(status: 0, standardOutput: "tool 1.2\n")),
  ]

  @Test(arguments: endings)
  func ends(line: String, exit: CommandExit) {
    #expect(Tool.execute(words(line)) == exit)
  }

  @Test func eachParseStartsAfresh() throws {
    _ = try Tool.parseAsRoot(["S", "--model", "A", "--dry-run"])
    let second = try #require(try Tool.parseAsRoot(["S"]) as? Run)
    #expect(second.model.isEmpty)
    #expect(!second.dryRun)
  }
}

func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }
