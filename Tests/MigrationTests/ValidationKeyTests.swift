import CoreDataMigration
import Diagnostics
import SQLite
import Testing

/// The validator counts the source itself: a row that the old-id map misses, or has too many, fails the run.
@Suite struct ValidationKeyTests {
  @Test func aRowThatTheMapMissesIsFound() throws {
    let found = try differences(
      before: "DELETE FROM ZTAG WHERE Z_PK = 2",
      later: "INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT) VALUES (2, 7, 1)")
    #expect(Set(found.flatMap(\.oldKeys)) == [2])
  }

  @Test func aRowThatOnlyTheMapHasIsFound() throws {
    let found = try differences(before: "SELECT 1", later: "DELETE FROM ZTAG WHERE Z_PK = 2")
    #expect(found.flatMap(\.oldKeys) == [])
  }

  /// The map is made from the source as it is before, and the source is compared as it is later.
  private func differences(before: String, later: String) throws -> [Diagnostic] {
    let folder = try ValidationFolder()
    let model = try ValidationShelf.model()
    let (old, new) = (folder.file("old"), folder.file("new"))
    for path in [old, new] {
      try ValidationShelf.create(path, model: model, rows: ValidationShelf.rows)
      try execute(before, in: path)
    }
    let request = try ValidationShelf.request(source: old, destination: new, from: model, to: model)
    try execute(later, in: old)
    let found = try Validator(request).run().differences.filter { $0.id == .validationKeyDiffers }
    #expect(!found.isEmpty)
    #expect(found.allSatisfy { $0.severity == .error && $0.subject.entity == "Tag" && $0.count == 1 })
    return found
  }

  private func execute(_ sql: String, in path: String) throws {
    let connection = try Connection(path: path, mode: .readWrite)
    try connection.execute(sql)
    try connection.close()
  }
}
