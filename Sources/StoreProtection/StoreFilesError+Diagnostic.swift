package import Diagnostics

extension DiagnosticID {
  package static let storeNotFound = DiagnosticID("store.not-found")
  package static let storeIsAFolder = DiagnosticID("store.is-a-folder")
  package static let storeNotAFile = DiagnosticID("store.not-a-file")
  package static let storeUnreadable = DiagnosticID("store.unreadable")
  package static let storeEmpty = DiagnosticID("store.empty")
  package static let storeNotSQLite = DiagnosticID("store.not-sqlite")
  package static let storeIsXMLStore = DiagnosticID("store.is-xml-store")
  package static let storeIsBinaryStore = DiagnosticID("store.is-binary-store")
  package static let storeCutShort = DiagnosticID("store.cut-short")
  package static let storeDamagedHeader = DiagnosticID("store.damaged-header")
  package static let storeCompanionNotAFile = DiagnosticID("store.companion-not-a-file")
}

extension StoreFilesError {
  package var exitStatus: ExitStatus {
    switch self {
    case .notFound, .linkToNothing, .isAFolder, .notAFile, .empty, .notSQLite, .isXMLStore, .isBinaryStore:
      .notRecognised
    case .cutShort, .damagedHeader, .companionNotAFile: .damaged
    case .unreadable(let error): DiagnosticError(error).exit
    }
  }

  package var diagnostic: Diagnostic {
    Diagnostic(id, .error, summary: summary, recovery: recovery)
  }

  private var id: DiagnosticID {
    switch self {
    case .notFound, .linkToNothing: .storeNotFound
    case .isAFolder: .storeIsAFolder
    case .notAFile: .storeNotAFile
    case .unreadable: .storeUnreadable
    case .empty: .storeEmpty
    case .notSQLite: .storeNotSQLite
    case .isXMLStore: .storeIsXMLStore
    case .isBinaryStore: .storeIsBinaryStore
    case .cutShort: .storeCutShort
    case .damagedHeader: .storeDamagedHeader
    case .companionNotAFile: .storeCompanionNotAFile
    }
  }

  private var summary: String {
    switch self {
    case .notFound: "There is no file at the store's path."
    case .linkToNothing: "The store's path is a symbolic link that leads to no file."
    case .isAFolder: "The store's path leads to a folder, not to a file."
    case .notAFile: "The store's path leads to a device, a pipe or a socket, not to a file."
    case .unreadable(let error): "The store cannot be read. \(error.nameOnly)"
    case .empty(hasLog: false): "The store is empty: it has 0 bytes."
    case .empty(hasLog: true):
      "The store is empty: it has 0 bytes, although a write-ahead log with data stands beside it."
    case .notSQLite: "The file is not an SQLite database: it does not begin with SQLite's header."
    case .isXMLStore: "The file is XML: if it is a store, it is one of Core Data's XML stores."
    case .isBinaryStore:
      "The file is a binary property list: if it is a store, it is one of Core Data's binary stores."
    case .cutShort: "The store is cut short: it ends within the 100 bytes of its own header."
    case .damagedHeader:
      "The store's header is damaged: it names a page size, a file version or a text encoding that SQLite does not have."
    case .companionNotAFile(let role): "What stands at the store's \(role.suffix) name is not a file."
    }
  }

  private var recovery: [String] {
    switch self {
    case .notFound, .linkToNothing: ["Check the path and its spelling."]
    case .isAFolder:
      ["Name the store inside it, usually a file that ends in .sqlite, .store or .storedata."]
    case .notAFile: ["Name a file."]
    case .unreadable: ["Give yourself the right to read it and its folder, or read it from a copy."]
    case .empty(hasLog: false): ["Take the store from a backup, or copy it again."]
    case .empty(hasLog: true):
      ["Copy store and write-ahead log again, together; without the store the log is of no use."]
    case .notSQLite:
      [
        "Check that this is the store and not an export or a model.",
        "An encrypted store must be decrypted first.",
      ]
    case .isXMLStore, .isBinaryStore:
      ["Open it once with its application on a Mac and migrate it to an SQLite store there."]
    case .cutShort, .damagedHeader: ["Copy the store again, or take it from a backup."]
    case .companionNotAFile:
      ["Find out what it is, and move it away if it does not belong to the store."]
    }
  }
}
