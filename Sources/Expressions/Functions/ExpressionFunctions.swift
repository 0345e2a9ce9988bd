import SQLite
import UnicodeText

/// What expressions need and SQL lacks. Each gives NULL for NULL; anything else of a wrong type or form ends the
/// statement with a message that names the function, and nothing of the value.
package enum ExpressionFunctions {
  static let names: Set<String> = [
    "nfc", "nfd", "casefold", "utrim", "iso8601", "fromiso8601", "uuidtext", "uuidbytes", "uuid5",
  ]

  package static func register(on connection: Connection) throws(DatabaseError) {
    try registerText("nfc", on: connection, UnicodeText.nfc)
    try registerText("nfd", on: connection, UnicodeText.nfd)
    try registerText("casefold", on: connection, UnicodeText.casefold)
    try registerText("utrim", on: connection, UnicodeText.trimmed)
    try registerDates(on: connection)
    try registerUUIDs(on: connection)
  }

  private static func registerText(
    _ name: String, on connection: Connection, _ function: @escaping (UnsafeRawBufferPointer) -> [UInt8]?
  ) throws(DatabaseError) {
    try connection.register(name, argumentCount: 1) { call in
      switch call.storageClass(0) {
      case .null: return
      case .text:
        guard let result = call.withBytes(0, function) else {
          return call.fail("\(name): the text is not UTF-8")
        }
        call.answer(text: result)
      default: call.fail("\(name): takes a text")
      }
    }
  }

  private static func registerDates(on connection: Connection) throws(DatabaseError) {
    try connection.register("iso8601", argumentCount: 1) { call in
      switch call.storageClass(0) {
      case .null: return
      case .integer, .real:
        guard let text = ISO8601.text(secondsSince2001: call.double(0)) else {
          return call.fail("iso8601: outside the years 0000 to 9999")
        }
        call.answer(text: Array(text.utf8))
      default: call.fail("iso8601: takes a number of seconds since 2001")
      }
    }
    try connection.register("fromiso8601", argumentCount: 1) { call in
      switch call.storageClass(0) {
      case .null: return
      case .text:
        guard let seconds = call.withBytes(0, { ISO8601.secondsSince2001(Array($0)) }) else {
          return call.fail("fromiso8601: the text is no date, or no time with its offset from UTC")
        }
        call.answer(seconds)
      default: call.fail("fromiso8601: takes a text")
      }
    }
  }

  private static func registerUUIDs(on connection: Connection) throws(DatabaseError) {
    try connection.register("uuidtext", argumentCount: 1) { call in
      switch call.storageClass(0) {
      case .null: return
      case .blob:
        guard let uuid = call.withBytes(0, { UUIDValue(bytes: Array($0)) }) else {
          return call.fail("uuidtext: takes 16 bytes")
        }
        call.answer(text: Array(uuid.text.utf8))
      default: call.fail("uuidtext: takes a blob")
      }
    }
    try connection.register("uuidbytes", argumentCount: 1) { call in
      switch call.storageClass(0) {
      case .null: return
      case .text:
        guard let uuid = call.withBytes(0, { UUIDValue(text: Array($0)) }) else {
          return call.fail("uuidbytes: the text is no UUID")
        }
        call.answer(blob: uuid.bytes)
      default: call.fail("uuidbytes: takes a text")
      }
    }
    try connection.register("uuid5", argumentCount: 2) { call in
      let namespace: UUIDValue?
      switch call.storageClass(0) {
      case .null: namespace = nil
      case .text: namespace = call.withBytes(0) { UUIDValue(text: Array($0)) }
      case .blob: namespace = call.withBytes(0) { UUIDValue(bytes: Array($0)) }
      default: return call.fail("uuid5: takes a namespace as a text or a blob")
      }
      if namespace == nil, call.storageClass(0) != .null {
        return call.fail("uuid5: the namespace is no UUID")
      }
      switch (call.storageClass(1), namespace) {
      case (.null, _), (.text, nil): return
      case (.text, let namespace?):
        call.answer(blob: call.withBytes(1) { UUIDValue(namespace: namespace, name: Array($0)) }.bytes)
      default: call.fail("uuid5: takes a name as a text")
      }
    }
  }
}
