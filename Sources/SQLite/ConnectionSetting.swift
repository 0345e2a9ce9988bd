import CSQLite

/// A switch of a connection, with SQLite's codes. Each is set on every connection, before anything is read.
package enum ConnectionSetting: CaseIterable, Sendable {
  /// Statements that would write the schema's text or SQLite's own tables fail.
  case defensive
  /// Functions and virtual tables with effects work in our statements alone, never in the schema of a file.
  case trustedSchema
  case triggers
  /// Views of files. Temporary ones, which are ours, always work.
  case views
  case extensionLoading
  /// `fts3_tokenizer()`, which calls an address that it is given.
  case tokenizerFunction
  case writableSchema
  /// Whether a quoted name that is no column is a text. Of the text of a schema SQLite takes either.
  case quotedTextInStatements
  case quotedTextInDefinitions

  var code: Int32 {
    switch self {
    case .defensive: SQLITE_DBCONFIG_DEFENSIVE
    case .trustedSchema: SQLITE_DBCONFIG_TRUSTED_SCHEMA
    case .triggers: SQLITE_DBCONFIG_ENABLE_TRIGGER
    case .views: SQLITE_DBCONFIG_ENABLE_VIEW
    case .extensionLoading: SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION
    case .tokenizerFunction: SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER
    case .writableSchema: SQLITE_DBCONFIG_WRITABLE_SCHEMA
    case .quotedTextInStatements: SQLITE_DBCONFIG_DQS_DML
    case .quotedTextInDefinitions: SQLITE_DBCONFIG_DQS_DDL
    }
  }

  /// What it is to be.
  package var isWanted: Bool { self == .defensive }
}
