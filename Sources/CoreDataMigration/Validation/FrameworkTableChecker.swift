import CoreDataStore
import Diagnostics
import SQLite

/// Holds the framework's own tables against the source's: the same statements, rows, cells and numbers where they were
/// to be kept, and nothing of them where not. Numbers and keys in them must lead where they led. Of a filled template
/// they must be the template's.
struct FrameworkTableChecker {
  let context: ValidationContext

  func run() throws {
    let template = try context.request.templatePath.map { path throws(DatabaseError) in
      try Connection.finished(path: path)
    }
    let kept = template == nil ? context.request.frameworkGroups : Set(FrameworkGroup.allCases)
    let source = template ?? context.source
    let (old, new) = (try FrameworkSchema(source), try FrameworkSchema(context.destination))
    for group in FrameworkGroup.allCases {
      let expected = kept.contains(group) ? old.objects[group] ?? [:] : [:]
      let found = new.objects[group] ?? [:]
      for name in Set(expected.keys).union(found.keys).sorted() where expected[name] != found[name] {
        difference(name, "A table or index of the framework's own is not as it should be.").add(nil)
      }
      for table in old.tables[group] ?? [] where expected[table] != nil && expected[table] == found[table] {
        try compare(table, source)
      }
      try compareNumbers(group, source, isKept: kept.contains(group))
    }
    if !kept.isEmpty, template == nil { checkPlaces() }
  }

  private func difference(_ table: String, _ statement: String) -> Evidence {
    context.differences.difference(.validationFrameworkTableDiffers, property: table, statement)
  }

  private func compare(_ table: String, _ source: Connection) throws {
    let sql = "SELECT rowid, * FROM \(Identifier.quoted(table)) NOT INDEXED ORDER BY rowid"
    try compare(source.prepare(sql), context.destination.prepare(sql), table)
  }

  private func compareNumbers(_ group: FrameworkGroup, _ old: Connection, isKept: Bool) throws {
    let range = "Z_ENT >= \(group.numbers.lowerBound) AND Z_ENT < \(group.numbers.upperBound)"
    let sql = "SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY NOT INDEXED WHERE \(range)"
    // What is not kept is held against nothing.
    let source = try old.prepare("\(sql) AND \(isKept ? 1 : 0) ORDER BY Z_ENT")
    try compare(source, context.destination.prepare("\(sql) ORDER BY Z_ENT"), "Z_PRIMARYKEY")
  }

  /// Walks both at once, by the integer in the first column: any number of rows takes no memory.
  private func compare(_ old: Statement, _ new: Statement, _ table: String) throws {
    let evidence = difference(table, "Rows of the framework's own are not the source's.")
    var (hasOld, hasNew) = (try old.step(), try new.step())
    while hasOld || hasNew {
      let isOldNext = hasOld && (!hasNew || old.integer(at: 0) <= new.integer(at: 0))
      let isNewNext = hasNew && (!hasOld || new.integer(at: 0) <= old.integer(at: 0))
      if !(isOldNext && isNewNext && areEqual(old, new)) { evidence.add(nil) }
      if isOldNext { hasOld = try old.step() }
      if isNewNext { hasNew = try new.step() }
    }
  }

  private func areEqual(_ old: Statement, _ new: Statement) -> Bool {
    old.columnCount == new.columnCount
      && (0..<old.columnCount).allSatisfy { column in
        let storageClass = old.storageClass(at: column)
        guard storageClass == new.storageClass(at: column) else { return false }
        return switch storageClass {
        case .null: true
        case .integer: old.integer(at: column) == new.integer(at: column)
        case .real: old.double(at: column).bitPattern == new.double(at: column).bitPattern
        case .text, .blob:
          old.withBytes(at: column) { old in
            new.withBytes(at: column) { CellComparer.isEqual(old, $0) }
          }
        }
      }
  }

  /// Whoever decided to keep them went by the models; here is what became of the rows.
  private func checkPlaces() {
    for member in context.members {
      let isSame =
        member.destination != nil && member.number == member.destinationNumber
        && member.entry.assignment == .kept
      if !isSame {
        context.differences.difference(
          .validationFrameworkTableDiffers, entity: member.entry.sourceEntity,
          "The framework's own tables were kept, and name these rows by another number or key."
        ).add(nil)
      }
    }
  }
}
