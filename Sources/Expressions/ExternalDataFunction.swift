import CoreDataStore
import SQLite

/// `externaldata(cell)`, which the views call for attributes with external storage: the value without its tag (format
/// page 4.9). A cell without a tag is its value.
package struct ExternalDataFunction {
  /// The bytes of a file of `_EXTERNAL_DATA`; nil if it is not there. Throws if it cannot be read.
  package typealias Reader = (_ file: String) throws -> [UInt8]?

  let reader: Reader?

  /// - Parameter reader: nil where no file may be read; then a value that lies in one ends the statement, since NULL
  ///   would be a wrong value in silence.
  package init(reader: Reader?) {
    self.reader = reader
  }

  static let name = "externaldata"

  package func register(on connection: Connection) throws(DatabaseError) {
    let reader = reader
    try connection.register(Self.name, argumentCount: 1) { call in
      guard call.storageClass(0) == .blob else { return call.answerArgument(0) }
      call.withBytes(0) { bytes in
        switch ExternalReference(bytes) {
        case .inline: call.answer(blob: UnsafeRawBufferPointer(rebasing: bytes.dropFirst()))
        case .untagged: call.answerArgument(0)
        case .file(let file):
          guard let reader else {
            return call.fail("externaldata: a value lies in a file, and none can be read")
          }
          do {
            if let content = try reader(file) { call.answer(blob: content) }
          } catch {
            call.fail("externaldata: an external data file could not be read")
          }
        }
      }
    }
  }
}
