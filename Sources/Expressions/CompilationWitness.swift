import CoreDataModel
import SQLite

/// Allows what expressions may do, and remembers what the one that is being compiled does.
final class CompilationWitness {
  private let views: SourceViews
  private(set) var properties: Set<PropertyKey> = []
  /// The first thing that was not allowed.
  private(set) var refusal: ExpressionError.Refusal?
  /// Views and common table expressions, which SQLite tells of by their names.
  private var selected: Set<String> = []
  /// What is read for its rows alone, as it is named in the text; what that is, is told later.
  private var unexplained: Set<String> = []

  init(views: SourceViews) {
    self.views = views
  }

  func begin() {
    properties = []
    refusal = nil
    selected = []
    unexplained = []
  }

  /// After a statement was compiled: what it reads that is neither a view nor a common table expression; nil if nothing.
  func leftover() -> ExpressionError.Refusal? {
    unexplained.subtracting(selected).filter { views.view(named: $0) == nil }.min().map { .table($0) }
  }

  func isAllowed(_ request: AuthorizerRequest) -> Bool {
    switch request.action {
    case .select:
      // That a view is used is told with its name even if no column of it is.
      guard let name = request.context else { return true }
      selected.insert(name)
      if let links = views.view(named: name)?.relationship { properties.insert(links) }
      return true
    case .recursive: return true
    case .function:
      let name = (request.second ?? "").lowercased()
      return AllowedFunctions.all.contains(name) || refuse(.function(name))
    case .read:
      let (table, column) = (request.first ?? "", request.second ?? "")
      if column.isEmpty, request.database == nil {
        unexplained.insert(table)
        return true
      }
      guard request.database == "temp", let view = views.view(named: table) else {
        return refuse(.table(table))
      }
      guard !column.isEmpty else { return true }
      guard let found = view.columns.first(where: { $0.name == column }) else {
        return refuse(.table("\(table).\(column)"))
      }
      if let property = found.property { properties.insert(property) }
      return true
    case let other: return refuse(.action(other.rawValue))
    }
  }

  private func refuse(_ what: ExpressionError.Refusal) -> Bool {
    if refusal == nil { refusal = what }
    return false
  }
}
