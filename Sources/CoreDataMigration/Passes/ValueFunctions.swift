import CoreDataStore
import FileOperations
import SQLite

/// Conversions on bytes that SQL lacks. None fails on data: what cannot be converted is answered with NULL, and
/// preflight has counted it. A file that cannot be read is no data: it ends the statement.
struct ValueFunctions {
  let context: MigrationContext
  let externalData: ExternalDataReader
  /// Files that preflight did not find.
  let lostFiles: Set<String>

  func register(on connection: Connection) throws(DatabaseError) {
    try connection.register("addtag", argumentCount: 1) { call in
      guard call.storageClass(0) == .blob else { return call.answerArgument(0) }
      call.withBytes(0) { bytes in
        var tagged: [UInt8] = [ExternalReference.inlineTag]
        tagged.append(contentsOf: bytes)
        tagged.withUnsafeBytes { call.answer(blob: $0) }
      }
    }
    let (externalData, lostFiles) = (externalData, lostFiles)
    try connection.register("removetag", argumentCount: 1) { call in
      guard call.storageClass(0) == .blob else { return call.answerArgument(0) }
      call.withBytes(0) { bytes in
        switch ExternalReference(bytes) {
        case .inline: call.answer(blob: UnsafeRawBufferPointer(rebasing: bytes.dropFirst()))
        case .file(let name):
          if lostFiles.contains(name) { return }
          do throws(FileError) {
            let content = try externalData.content(of: name)
            content.withUnsafeBytes { call.answer(blob: $0) }
          } catch {
            call.fail("an external data file could not be read (\(error.reason))")
          }
        case .untagged: call.answerArgument(0)
        }
      }
    }
    try ConversionFunctions.register(on: connection)
    let keys = context.keys
    try connection.register("rankedkey", argumentCount: 2) { call in
      // Ranks are shared by all entities of the feed: the one named here only leads to them.
      let name = call.withBytes(0) { String(decoding: $0, as: UTF8.self) }
      if let new = keys.entry(ofSource: name)?.rankedKey(call.integer(1)) { call.answer(new) }
    }
  }
}
