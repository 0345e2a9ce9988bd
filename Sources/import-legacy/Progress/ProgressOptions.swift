import CommandLineParser

/// How much a command says on standard error while it is at work.
struct ProgressOptions: ParsableArguments {
  enum Form: String, CaseIterable, ExpressibleByArgument { case auto, bar, jsonl, none }

  @Option(
    help: ArgumentHelp(
      "Show progress on standard error: auto is a bar where that is a terminal.", valueName: "form"))
  var progress: Form = .auto

  @Flag(help: "Say nothing on standard error but wrong usage and files that cannot be written.")
  var quiet: Bool = false

  @Flag(help: "Name each stage, or each store, on standard error.")
  var verbose: Bool = false

  @Flag(help: "No colours; so does the variable NO_COLOR.")
  var noColor: Bool = false

  func validate() throws {
    if quiet, verbose { throw ValidationError("--quiet and --verbose exclude each other") }
    if quiet, progress == .bar || progress == .jsonl {
      throw ValidationError("--quiet and --progress exclude each other")
    }
  }

  /// Messages go there too from now on.
  func display() -> ProgressDisplay {
    let display = ProgressDisplay(renderer, namesStages: verbose)
    Output.send(messagesTo: display)
    return display
  }

  private var renderer: (any ProgressRenderer & Sendable)? {
    guard !quiet else { return nil }
    switch progress {
    case .none: return nil
    case .jsonl: return ProgressLines()
    case .bar: return ProgressBar(Terminal(), hasColour: hasColour)
    case .auto:
      guard let terminal = Terminal.ofStandardError(), Terminal.canErase else { return nil }
      return ProgressBar(terminal, hasColour: hasColour)
    }
  }

  private var hasColour: Bool { !noColor && !Terminal.refusesColour && Terminal.canErase }
}
