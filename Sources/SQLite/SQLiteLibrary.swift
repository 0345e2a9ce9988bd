import CSQLite

/// The SQLite that this program runs with.
package enum SQLiteLibrary {
  /// Such as `3.40.1`.
  package static var version: String { String(cString: sqlite3_libversion()) }

  /// Whether SQL itself has a word, in whatever case it is written: it is nobody's name then.
  package static func isKeyword(_ word: String) -> Bool {
    let bytes = word.utf8.map { CChar(bitPattern: $0) }
    return sqlite3_keyword_check(bytes, Int32(bytes.count)) != 0
  }
}
