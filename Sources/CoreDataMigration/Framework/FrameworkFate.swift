import CoreDataStore

/// What becomes of a group of the framework's own tables: all of it, or nothing.
package enum FrameworkFate: Sendable, Hashable {
  /// The source has none.
  case absent
  /// Taken over whole.
  case kept([FrameworkTableForm])
  case left(Reason)

  package enum Reason: Sendable, Hashable {
    /// `--allow` asks for it.
    case asked
    case numbers
    case keys
    case rows
    case form
    case tombstones
    case template

    /// Follows "because"; nil where somebody asked for it.
    var text: String? {
      switch self {
      case .asked: nil
      case .numbers: "entities get other numbers, or have no counterpart"
      case .keys: "rows get other keys, or move to another table"
      case .rows: "rows of the model's entities are left out"
      case .template: "the template brings its own"
      case .form: "its tables are not all there, or not of the form that Core Data gives them"
      case .tombstones:
        "the new version keeps more values of deleted objects than the table ACHANGE has columns for"
      }
    }
  }

  package var isKept: Bool { if case .kept = self { true } else { false } }
  package var isLeft: Bool { if case .left = self { true } else { false } }
}
