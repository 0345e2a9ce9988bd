import CoreDataModel
import CoreDataStore
import SQLite

/// The files that a store's cells refer to.
enum ExternalReferences {
  static func names(inStore path: String, layout: StoreLayout) throws(DatabaseError) -> Set<String> {
    let connection = try Connection.finished(path: path)
    var names: Set<String> = []
    for table in layout.tables {
      for column in table.columns {
        guard case .attribute(let key) = column.role,
          layout.model.storedAttribute(key)?.allowsExternalBinaryDataStorage == true
        else { continue }
        let quoted = Identifier.quoted(column.name)
        let statement = try connection.prepare(
          """
          SELECT \(quoted) FROM \(Identifier.quoted(table.name)) NOT INDEXED
          WHERE typeof(\(quoted)) = 'blob' AND substr(\(quoted), 1, 1) = X'02'
          """)
        while try statement.step() {
          if case .file(let name) = statement.withBytes(at: 0, { ExternalReference($0) }) {
            names.insert(name)
          }
        }
      }
    }
    return names
  }
}
