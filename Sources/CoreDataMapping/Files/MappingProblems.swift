import Diagnostics
import Spelling

/// Gathers what is wrong with one mapping file, all of it.
struct MappingProblems {
  /// So many are compared with the names that could have been meant; comparing takes long.
  private static let mostSuggestions = 100
  private static let longestQuote = 60
  private static let longestPath = 200

  /// The file's name, without its folder.
  let file: String
  private var found: [(place: MappingPlace, diagnostic: Diagnostic)] = []

  init(file: String) {
    self.file = file
  }

  var isEmpty: Bool { found.isEmpty }

  /// In the order of the file.
  var diagnostics: [Diagnostic] {
    found.enumerated().sorted {
      ($0.element.place.line, $0.element.place.column, $0.offset)
        < ($1.element.place.line, $1.element.place.column, $1.offset)
    }.map(\.element.diagnostic)
  }

  /// - Parameter text: a sentence without its full stop. It may hold names, but neither SQL nor values.
  mutating func add(
    _ id: DiagnosticID, at place: MappingPlace, _ text: String, subject: Subject = Subject(),
    recovery: [String]
  ) {
    let path =
      place.path.isEmpty ? "" : ", \(Self.printable(Self.shortened(place.path, to: Self.longestPath)))"
    found.append(
      (
        place,
        Diagnostic(
          id, .error, subject,
          summary: "\(file), line \(place.line), column \(place.column)\(path): \(text).", recovery: recovery)
      ))
  }

  /// "Did you mean", as the first of the things to do.
  func suggestion(for word: String, in candidates: [String]) -> [String] {
    guard found.count < Self.mostSuggestions, let nearest = Suggestion.nearest(to: word, in: candidates)
    else { return [] }
    return ["Did you mean `\(nearest)`?"]
  }

  static func quoted(_ name: String) -> String {
    "`\(printable(shortened(name, to: longestQuote)))`"
  }

  private static func shortened(_ text: String, to length: Int) -> String {
    text.count > length ? text.prefix(length) + "…" : text
  }

  /// A file may hold control characters, which are nothing for a terminal.
  private static func printable(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          switch scalar.properties.generalCategory {
          case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: "\u{FFFD}"
          default: scalar
          }
        }))
  }
}
