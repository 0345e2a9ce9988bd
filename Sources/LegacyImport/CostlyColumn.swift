import Diagnostics
import SQLite

/// A column that is worked out by an expression which may take as long as its maker likes: nothing ends a single call of
/// a function. Core Data makes no generated columns at all.
enum CostlyColumn {
  /// What makes long texts of short ones, or takes more time than its arguments are long.
  private static let words: Set<String> = [
    "char", "format", "glob", "hex", "instr", "like", "match", "printf", "quote", "randomblob", "regexp",
    "replace",
    "zeroblob",
  ]
  /// Each `||` may double what the one before made.
  private static let joints = 8

  /// Throws for the first table that has one.
  static func check(_ catalog: SchemaCatalog) throws(DiagnosticError) {
    let generated = Set(catalog.tables.filter { $0.columns.contains(where: \.isGenerated) }.map(\.name))
    for object in catalog.objects where object.kind == .table && generated.contains(object.name) {
      guard isCostly(object.sql ?? "") else { continue }
      throw DiagnosticError(
        .damaged,
        Diagnostic(
          .costlyColumn, .error, Subject(property: object.name),
          summary:
            "A column of the table \(object.name) is worked out by a function that may take any time, for every row.",
          recovery: [
            "Core Data makes no such column. In a copy of the store drop it, and run on the copy."
          ]))
    }
  }

  /// Whatever stands where in the statement: a name that looks like one of these counts too.
  private static func isCostly(_ sql: String) -> Bool {
    let parts = sql.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_")) }
    return parts.contains { words.contains(String($0)) || $0.hasPrefix("json") }
      || sql.matches(of: /\|\|/).count > joints
  }
}

extension DiagnosticID {
  static let costlyColumn = DiagnosticID("store.costly-column")
}
