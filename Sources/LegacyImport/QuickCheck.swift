import Diagnostics
import SQLite

/// What SQLite says of a file's soundness. Only the kind of each problem is kept: its words may quote cells.
struct QuickCheck: Sendable, Hashable {
  enum Kind: String, Sendable, Hashable {
    case freeList = "free-list"
    case index
    case missingValue = "missing-value"
    case other
    case pageLayout = "page-layout"
    case pageNeverUsed = "page-never-used"
    case pageNumber = "page-number"
    case pageUsedTwice = "page-used-twice"
    case pointerMap = "pointer-map"
    case rowOrder = "row-order"
    case unreadablePage = "unreadable-page"
    case valueClass = "value-class"

    /// Rows that break a `NOT NULL` of a hand-made table are no damage: they can be read.
    var isDamage: Bool { self != .missingValue }

    /// What SQLite's messages hold (btree.c, pragma.c); the first that fits counts. A heading such as "Main freelist:"
    /// comes before what its lines say.
    private static let words: [(words: String, kind: Kind)] = [
      ("NULL value in", .missingValue), (" value in ", .valueClass),
      ("missing from index", .index), ("in index", .index), ("reelist", .freeList),
      ("overflow list", .freeList), ("ptr map", .pointerMap), ("ptrmap", .pointerMap),
      ("ointer map", .pointerMap), ("out of order", .rowOrder), ("PRIMARY KEY order", .rowOrder),
      ("never used", .pageNeverUsed), ("reference to page", .pageUsedTwice),
      ("invalid page number", .pageNumber), ("out of range", .pageLayout), ("xtends off end", .pageLayout),
      ("Multiple uses for byte", .pageLayout), ("Fragmentation of", .pageLayout),
      ("depth differs", .pageLayout), ("btreeInitPage", .unreadablePage), ("get page", .unreadablePage),
      ("get the page", .unreadablePage),
    ]

    /// - Parameter problem: one line of SQLite's.
    init(_ problem: String) {
      self = Self.words.first { problem.contains($0.words) }?.kind ?? .other
    }
  }

  /// So many problems are asked for at most.
  static let limit = 100

  let problems: [Kind: Int]
  /// Tables that cannot be checked here, since their schema calls what only their app has: functions, collations. Sorted.
  let unchecked: [String]

  var isDamaged: Bool { problems.keys.contains(where: \.isDamage) }

  init(_ connection: Connection) throws(DatabaseError) {
    var kinds: [Kind] = []
    var unchecked: [String] = []
    do {
      kinds = try Self.kinds(connection, String(Self.limit))
    } catch  where error.code.primary == .error {
      let tables = try connection.rows("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
      for table in tables.compactMap(\.first?.string) {
        do {
          kinds += try Self.kinds(connection, Identifier.literal(table))
        } catch  where error.code.primary == .error {
          unchecked.append(table)
        }
      }
    }
    problems = Dictionary(kinds.map { ($0, 1) }, uniquingKeysWith: +)
    self.unchecked = unchecked
  }

  /// - Parameter argument: how many problems are asked for, or the table that is meant.
  private static func kinds(_ connection: Connection, _ argument: String) throws(DatabaseError) -> [Kind] {
    do {
      return try connection.problems(argument).map { Kind($0) }
    } catch {
      // Of some damage it does not tell, but gives up.
      guard error.isDamage else { throw error }
      return [.unreadablePage]
    }
  }

  /// Kinds with their numbers, in the order of their names.
  func list(where isWanted: (Kind) -> Bool) -> String {
    problems.filter { isWanted($0.key) }.map { "\($0.key.rawValue) \($0.value)" }.sorted()
      .joined(separator: ", ")
  }
}

extension QuickCheck {
  /// What could not be checked; nothing where all was.
  var notes: [Diagnostic] {
    unchecked.map { table in
      Diagnostic(
        .tableUnchecked, .note, Subject(property: table),
        summary:
          "SQLite cannot check the table \(table) here: its schema calls a function or a collation that only its "
          + "app has. Its rows are read and compared all the same.")
    }
  }
}

extension DiagnosticID {
  static let tableUnchecked = DiagnosticID("source.unchecked-table")
}
