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
        guard case .attribute(let key) = column.role, isExternal(key, layout.model) else { continue }
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

  private static func isExternal(_ key: PropertyKey, _ model: ManagedObjectModel) -> Bool {
    let path = key.name.split(separator: ".").map(String.init)
    guard let attribute = model.entity(key.entity)?.attributes.first(where: { $0.name == path.first }) else {
      return false
    }
    guard path.count > 1 else { return attribute.allowsExternalBinaryDataStorage }
    return attribute.compositeElements.first { $0.name == path[1] }?.allowsExternalBinaryDataStorage ?? false
  }
}
