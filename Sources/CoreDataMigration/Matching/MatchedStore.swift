import CoreDataStore
import CoreDataModel
import FileOperations
import SQLite

/// One of two stores of one model whose rows are to be matched.
package struct MatchedStore: Sendable {
  package let path: String
  package let layout: StoreLayout
  let external: ExternalFiles

  /// - Parameters:
  ///   - path: a private copy with its log folded in; nobody writes to it.
  ///   - externalData: its `_EXTERNAL_DATA` folder.
  package init(path: String, layout: StoreLayout, externalData: String, files: FileOperations) {
    self.path = path
    self.layout = layout
    external = ExternalFiles(folder: externalData, operations: files, lost: [])
  }

  func open() throws(DatabaseError) -> Connection {
    let connection = try Connection.finished(path: path)
    connection.obeyInterruption()
    return connection
  }

  /// The attributes that the rows of a table hold, in the same order in every store of the model.
  func attributes(of root: String) -> [(attribute: PropertyKey, column: String, isExternal: Bool)] {
    guard let table = layout.table(of: root) else { return [] }
    return table.columns.compactMap { column -> (PropertyKey, String, Bool)? in
      guard case .attribute(let key) = column.role else { return nil }
      return (key, column.name, layout.model.storedAttribute(key)?.allowsExternalBinaryDataStorage ?? false)
    }.sorted { $0.0 < $1.0 }
  }

  /// A hash of what a cell says: 0 for NULL; of external data, of its content.
  func hash(_ statement: Statement, _ column: Int, isExternal: Bool) throws -> UInt64 {
    guard statement.storageClass(at: column) != .null else { return 0 }
    guard isExternal, statement.storageClass(at: column) == .blob else {
      return CellHash.adding(statement, column, to: 1) | 1
    }
    return try statement.withBytes(at: column) { cell in
      var hash = CellHash.Bytes()
      if let name = ExternalFiles.name(cell), try external.exists(name) {
        _ = try external.read(name) { _ in
        } _: {
          hash.add($0)
        }
      } else {
        hash.add(UnsafeRawBufferPointer(rebasing: cell.dropFirst()))
      }
      return hash.value | 1
    }
  }
}
