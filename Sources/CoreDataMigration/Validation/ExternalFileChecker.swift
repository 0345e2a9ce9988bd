import CoreDataModel
import Diagnostics
import SQLite

/// Holds the source's references to external files against the files that are there.
struct ExternalFileChecker {
  let context: ValidationContext

  static let missingStatement = "Values lie in files that are not there."
  static let recovery =
    "Look for the files in an older backup of the folder _EXTERNAL_DATA and put them back."

  /// - Returns: names of the files that are missing.
  func run() throws -> Set<String> {
    let files = ExternalFiles(
      folder: context.request.externalDataFolder, operations: context.request.files,
      lost: context.request.lostFiles)
    let names = try files.names()
    var unreferenced = names
    var missing: Set<String> = []
    for (root, members) in context.membersOfRoot.sorted(by: { $0.key < $1.key }) {
      try read(root, members, names, &unreferenced, &missing)
    }
    context.book.evidence(
      .sourceExternalFileUnreferenced, .note,
      "Files in the folder of external data are referred to by no row; they stay where they are."
    ).addUncounted(Int64(unreferenced.count))
    return missing
  }

  private func read(
    _ root: String, _ members: [Int], _ names: Set<String>, _ unreferenced: inout Set<String>,
    _ missingFiles: inout Set<String>
  ) throws {
    guard let table = context.sourceLayout.tables[root] else { return }
    var columns: [String] = []
    var cellsOf: [Int64: [(column: Int, missing: Evidence?)]] = [:]
    for member in members.map({ context.members[$0] }) {
      let entity = member.entry.sourceEntity
      for (declaring, attribute) in context.plan.source.attributes(of: entity)
      where attribute.allowsExternalBinaryDataStorage && !attribute.isTransient {
        let key = PropertyKey(declaring, attribute.name)
        guard let column = table.columns[.attribute(key)] else { continue }
        let position = columns.firstIndex(of: column) ?? columns.count
        if position == columns.count { columns.append(column) }
        let mapping = context.plan.mapping(ofSource: entity)
        // What is left behind was consented to; a value that moves into the row was asked for before.
        let isCarried =
          mapping?.attributes.contains { $0.source == key && !$0.isNew && $0.conversion != .removeTag }
          ?? false
        let missing =
          !isCarried
          ? nil
          : context.book.evidence(
            .sourceExternalFileMissing, .error, subject(key, entity), Self.missingStatement,
            recovery: [Self.recovery])
        cellsOf[member.number, default: []].append((position + 2, missing))
      }
    }
    guard !columns.isEmpty else { return }
    // The length is known without reading a large value.
    let lengths = ExternalFiles.referenceLengths
    let cells = columns.map(Identifier.quoted).map {
      "CASE WHEN length(\($0)) BETWEEN \(lengths.lowerBound) AND \(lengths.upperBound) THEN \($0) END"
    }
    let statement = try context.source.prepare(
      """
      SELECT Z_PK, Z_ENT, \(cells.joined(separator: ", ")) FROM \(Identifier.quoted(table.name)) NOT INDEXED
      ORDER BY Z_PK
      """)
    while try statement.step() {
      for (column, missing) in cellsOf[statement.entityNumber(at: 1)] ?? []
      where statement.storageClass(at: column) == .blob {
        guard let name = statement.withBytes(at: column, { ExternalFiles.name($0) }) else { continue }
        unreferenced.remove(name)
        guard !names.contains(name) else { continue }
        missingFiles.insert(name)
        missing?.add(statement.integer(at: 0))
      }
    }
  }

  /// As the new model calls it, where it has it.
  private func subject(_ key: PropertyKey, _ entity: String) -> PropertyKey {
    let mapping = context.plan.mapping(ofSource: entity)
    let attribute = mapping?.attributes.first { $0.source == key }
    return PropertyKey(mapping?.destination ?? entity, attribute?.destination.name ?? key.name)
  }
}
