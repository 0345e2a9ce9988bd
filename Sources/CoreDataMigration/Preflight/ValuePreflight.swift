import CoreDataMapping
import CoreDataModel
import CoreDataStore
import Diagnostics
import SQLite

/// Rules of the new model that values of the source break: a run keeps such values and warns of them afterwards, a plan
/// tells of them before. The rules are the validator's own (`ValueRule`), asked of what will be written.
package struct ValuePreflight {
  private let context: MigrationContext
  private let connection: Connection
  private let defaults: DefaultCell
  private let externalData: ExternalDataReader

  /// Opens the source on a connection of its own.
  package init(sourcePath: String, context: MigrationContext, externalData: ExternalDataReader)
    throws(DatabaseError)
  {
    self.context = context
    self.externalData = externalData
    connection = try Connection.finished(path: sourcePath)
    connection.obeyInterruption()
    defaults = try DefaultCell()
  }

  private struct Cell {
    /// In the statement; nil for what the source does not have.
    let position: Int?
    let rule: ValueRule
    /// What stands in place of NULL.
    let fallback: Value
    /// A missing value is an obstacle, which is counted elsewhere.
    let mayBeNull: Bool
    /// A blob gets another form on its way.
    let isConverted: Bool
    /// Set where values may lie in files: those whose file is not there.
    var missingFile: Evidence?
  }

  /// Warnings, and notes on what cannot be checked.
  package func run() throws -> [Diagnostic] {
    let book = EvidenceBook()
    for mapping in context.plan.entities {
      guard let destination = mapping.destination else { continue }
      try check(mapping.attributes, of: mapping.source, as: destination, book)
    }
    return book.diagnostics
  }

  /// Whether every value of an attribute keeps the rules of another; nil where it has no value, or the other no rules.
  package func fits(_ source: PropertyKey, of entity: String, _ attribute: AttributeDescription) throws
    -> Bool?
  {
    guard
      attribute.minimumValue != nil || attribute.maximumValue != nil
        || !(attribute.regularExpression ?? "").isEmpty,
      let column = context.source.layout.column(of: source)
    else { return nil }
    let book = EvidenceBook()
    let rule = ValueRule(attribute, subject: source, book: book)
    let cell = Cell(position: 1, rule: rule, fallback: .null, mayBeNull: true, isConverted: false)
    let statement = try rows(of: entity, [column], where: "\(Identifier.quoted(column)) IS NOT NULL")
    var count = 0
    while try statement.step() {
      count += 1
      try check(cell, statement)
      if !book.diagnostics.isEmpty { return false }
    }
    return count > 0 ? true : nil
  }

  private func check(
    _ attributes: [AttributeMapping], of entity: String, as destination: String, _ book: EvidenceBook
  ) throws {
    guard let table = context.destination.table(of: destination) else { return }
    var columns: [String] = []
    var cells: [Cell] = []
    for attribute in attributes where !context.plan.destination.canBeWorkedOut(attribute.destination) {
      let target = attribute.destination
      let source = attribute.isNew ? nil : attribute.source
      let column = source.flatMap { context.source.layout.column(of: $0) }
      let fallback = try defaults.value(
        of: attribute.valueForNull, declaredType: table.column(.attribute(target))?.declaredType ?? "")
      // What stays empty breaks no rule but one.
      guard column != nil || fallback != .null else { continue }
      if let column { columns.append(column) }
      cells.append(
        Cell(
          position: column == nil ? nil : columns.count,
          rule: ValueRule(
            attribute.destinationAttribute, subject: PropertyKey(destination, target.name), book: book),
          fallback: fallback, mayBeNull: attribute.becomesRequired,
          isConverted: attribute.conversion == .addTag || attribute.conversion == .removeTag,
          missingFile: attribute.destinationAttribute.allowsExternalBinaryDataStorage
            && attribute.conversion == .copy
            ? book.evidence(
              .sourceExternalFileMissing, .error, PropertyKey(destination, target.name),
              ExternalFileChecker.missingStatement, recovery: [ExternalFileChecker.recovery]) : nil))
    }
    guard !cells.isEmpty else { return }
    let statement = try rows(of: entity, columns, where: "TRUE")
    while try statement.step() {
      for cell in cells { try check(cell, statement) }
    }
  }

  /// Keys first, then the columns.
  private func rows(of entity: String, _ columns: [String], where condition: String) throws(DatabaseError)
    -> Statement
  {
    let list = (["Z_PK"] + columns.map(Identifier.quoted)).joined(separator: ", ")
    let table = context.source.layout.table(of: entity)?.name ?? ""
    return try connection.prepare(
      """
      SELECT \(list) FROM \(Identifier.quoted(table)) NOT INDEXED
      WHERE Z_ENT = \(context.source.layout.number(of: entity) ?? 0) AND \(condition) ORDER BY Z_PK
      """)
  }

  private func check(_ cell: Cell, _ statement: Statement) throws {
    let key = statement.integer(at: 0)
    guard let position = cell.position, statement.storageClass(at: position) != .null else {
      return check(cell, fallback: key)
    }
    switch statement.storageClass(at: position) {
    case .null: break
    case .integer: cell.rule.check(key, integer: statement.integer(at: position))
    case .real: cell.rule.check(key, real: statement.double(at: position))
    case .text: statement.withBytes(at: position) { cell.rule.check(key, text: $0) }
    case .blob:
      guard !cell.isConverted else { return }
      let file = statement.withBytes(at: position) { bytes in
        cell.rule.check(key, blob: bytes)
        return cell.missingFile == nil ? nil : ExternalFiles.name(bytes)
      }
      if let file, try !externalData.exists(file) { cell.missingFile?.add(key) }
    }
  }

  private func check(_ cell: Cell, fallback key: Int64) {
    switch cell.fallback {
    case .null: if !cell.mayBeNull { cell.rule.checkNull(key) }
    case .integer(let integer): cell.rule.check(key, integer: integer)
    case .real(let real): cell.rule.check(key, real: real)
    case .text(let bytes): bytes.withUnsafeBytes { cell.rule.check(key, text: $0) }
    case .blob(let bytes):
      // A default is stored inline, behind a tag that is ours.
      if !cell.isConverted { bytes.withUnsafeBytes { cell.rule.check(key, blob: $0) } }
    }
  }
}
