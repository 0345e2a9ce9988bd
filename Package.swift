// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

/// A library target of ours: Swift 6 language mode, warnings as errors.
func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

/// - Parameter data: folders that hold no code.
func tests(_ name: String, _ dependencies: [Target.Dependency], data: [String] = []) -> Target {
  .testTarget(name: name, dependencies: dependencies, exclude: data, swiftSettings: strict)
}

func system(_ name: String, pkgConfig: String? = nil, apt: String) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt])])
}

let package = Package(
  name: "import-legacy",
  products: [
    .library(name: "LegacyImport", targets: ["LegacyImport"]),
    .executable(name: "import-legacy", targets: ["import-legacy"]),
  ],
  targets: [
    // System libraries, and the calls that Swift cannot reach.
    system("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
    system("CLibXML2", pkgConfig: "libxml-2.0", apt: "libxml2-dev"),
    system("CCrypto", pkgConfig: "libcrypto", apt: "libssl-dev"),
    system("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev"),
    system("CYAML", pkgConfig: "yaml-0.1", apt: "libyaml-dev"),
    system("CUnistring", apt: "libunistring-dev"),
    .target(name: "CPlatform"),

    // Each wraps one thing and knows nothing of Core Data.
    library("SQLite", ["CSQLite"]),
    library("XMLTree", ["CLibXML2"]),
    library("YAML", ["CYAML"]),
    library("PropertyLists", ["CZlib", "XMLTree", "CivilDates"]),
    library("Digests", ["CCrypto"]),
    library("UnicodeText", ["CUnistring"]),
    library("CivilDates"),
    library("FileOperations", ["CPlatform", "Digests", "CivilDates"]),
    library("Subprocesses", ["CPlatform"]),
    library("Diagnostics"),
    library("JSON"),
    library("Spelling"),
    library("CommandLineParser", ["Spelling"]),

    // Models, stores, what becomes what.
    library("CoreDataModel", ["XMLTree", "PropertyLists", "Digests", "FileOperations", "Diagnostics"]),
    library("CoreDataStore", ["CoreDataModel", "SQLite", "PropertyLists", "JSON", "Digests", "Diagnostics"]),
    library(
      "Expressions",
      ["CoreDataStore", "CoreDataModel", "SQLite", "UnicodeText", "Digests", "CivilDates"]),
    library(
      "CoreDataMapping", ["CoreDataModel", "YAML", "Spelling", "Diagnostics", "XMLTree", "PropertyLists"]),
    library(
      "CoreDataMigration",
      [
        "CoreDataMapping", "CoreDataStore", "Expressions", "SQLite", "Digests", "FileOperations",
        "Diagnostics",
      ]),
    library("StoreProtection", ["FileOperations", "Digests", "Diagnostics", "JSON"]),
    library("Reports", ["Diagnostics", "JSON", "Digests"]),

    // The product: one import and its stages; and the program around it.
    library(
      "LegacyImport",
      ["CoreDataMigration", "CoreDataMapping", "Expressions", "StoreProtection", "Reports"]),
    .executableTarget(
      name: "import-legacy",
      dependencies: [
        "LegacyImport", "StoreProtection", "Reports", "CommandLineParser", "CoreDataModel",
        "CoreDataMigration", "FileOperations", "Subprocesses", "CPlatform", "JSON",
      ],
      swiftSettings: strict),

    // Optimised: every report that tests make passes through it.
    .target(
      name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict + [.unsafeFlags(["-O"])]),
    tests(
      "ModelTests",
      [
        "CoreDataModel", "CoreDataMapping", "Diagnostics", "XMLTree", "PropertyLists", "Digests",
        "TestSupport",
      ]),
    tests(
      "MappingTests",
      [
        "CoreDataMapping", "CoreDataModel", "Diagnostics", "YAML", "PropertyLists", "Expressions",
        "CoreDataStore",
        "Digests", "SQLite",
      ]),
    tests("CommandLineTests", ["CommandLineParser"]),
    tests("ReportTests", ["Reports", "JSON", "Diagnostics", "TestSupport"]),
    tests("FileTests", ["FileOperations", "StoreProtection", "Digests"]),
    tests("StoreTests", ["CoreDataStore", "CoreDataModel", "PropertyLists", "SQLite", "TestSupport"]),
    tests(
      "ExpressionTests",
      ["Expressions", "UnicodeText", "CoreDataStore", "CoreDataModel", "SQLite", "Digests"]),
    tests(
      "MigrationTests", ["CoreDataMigration", "CoreDataMapping", "CoreDataStore", "Expressions", "SQLite"]),
    tests(
      "EndToEndTests",
      [
        "LegacyImport", "Reports", "CoreDataModel", "CoreDataStore", "SQLite", "Digests", "XMLTree",
        "TestSupport",
      ],
      data: ["Golden"]),
  ],
  swiftLanguageModes: [.v6]
)
