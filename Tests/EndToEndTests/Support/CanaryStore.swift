import Foundation
import SQLite

/// A store of the Library app with a canary in every place that a user, or another program, can write to.
struct CanaryStore {
  static let store = "\(Canary.folder)/\(Canary.fileName).sqlite"
  static let model = "\(Canary.folder)/\(Canary.modelFile).xcdatamodeld"
  let workshop: Workshop
  var place: InPlace { InPlace(workshop, Self.store, Self.model, version: nil) }

  init() throws {
    workshop = try Workshop()
    let scratch = workshop.scratch
    try workshop.bring(Places.fixtures + "/library-1.sqlite", as: Self.store)
    try workshop.bring(Places.fixtures + "/Library.xcdatamodeld", as: Self.model)
    for (old, new) in [("Library", Canary.version), ("Library 2", "\(Canary.version) 2")] {
      let folder = "in/\(Self.model)/"
      try FileManager.default.moveItem(
        atPath: scratch("\(folder)\(old).xcdatamodel"), toPath: scratch("\(folder)\(new).xcdatamodel"))
    }
    let support = "in/\(Canary.folder)/.\(Canary.fileName)_SUPPORT/_EXTERNAL_DATA"
    try scratch.write(Canary.value, to: "\(support)/\(Canary.externalFile)")
    try scratch.write("", to: "in/\(Canary.folder)/.\(Canary.fileName).sqlite.migrationdestination_41b5")
    try workshop.alter(Self.store, Self.sql)
    try writeMetadata()
  }

  private static let sql = """
    CREATE TABLE "\(Canary.table) of mine" (
      \(Canary.column) \(Canary.type)(\(Canary.number)) DEFAULT '\(Canary.text)', -- \(Canary.comment)
      other TEXT CHECK (other <> 'it''s \(Canary.text)' AND length(other) < \(Canary.number)));
    INSERT INTO "\(Canary.table) of mine" VALUES ('\(Canary.value)', '\(Canary.value)'), ('', '\(Canary.value)');
    CREATE INDEX \(Canary.index) ON "\(Canary.table) of mine" (\(Canary.column)) WHERE other > '\(Canary.text)';
    CREATE VIEW \(Canary.view) AS SELECT zTitle AS [\(Canary.text) 1], `ZPAGES` + 0x867 + 1.5e+\(Canary.number) AS
      "\(Canary.text) 2", x'\(Array(Canary.text.utf8).hexadecimalText)' AS \(Canary.text)3 /* ' \(Canary.comment) */
      FROM ZBOOK b WHERE b.ZPAGES IN (\(Canary.number), 77) OR b.ZISBN = ('\(Canary.text)' || "ZTITLE");
    CREATE TRIGGER \(Canary.trigger) AFTER UPDATE ON ZBOOK WHEN NEW.ZTITLE = '\(Canary.text)' BEGIN
      UPDATE ZBOOK SET ZISBN = '\(Canary.text)' WHERE Z_PK = NEW.Z_PK; END;
    ALTER TABLE ZBOOK ADD COLUMN \(Canary.column) VARCHAR;
    UPDATE ZBOOK SET \(Canary.column) = '\(Canary.value)' WHERE Z_PK < 4;
    UPDATE ZSETTING SET ZKEY = '\(Canary.value)';
    INSERT INTO Z_PRIMARYKEY VALUES (77, '\(Canary.entity)', 0, 0);
    CREATE TABLE ZROSELLA (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \(Canary.column) VARCHAR);
    INSERT INTO ZROSELLA VALUES (1, 77, 1, '\(Canary.value)');
    UPDATE Z_METADATA SET Z_UUID = '\(Canary.uuid)';
    """

  /// Keys of the app's own, one that begins like Core Data's, and a version identifier.
  private func writeMetadata() throws {
    let connection = try Connection(path: workshop.input(Self.store), mode: .readWrite)
    let bytes = try connection.rows("SELECT Z_PLIST FROM Z_METADATA")[0][0].bytes ?? []
    var list =
      try PropertyListSerialization.propertyList(from: Data(bytes), format: nil) as? [String: Any] ?? [:]
    list[Canary.key] = Canary.value
    list["NSStore\(Canary.key)"] = Canary.value
    list["NSStoreModelVersionIdentifiers"] = [Canary.identifier]
    let changed = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
    _ = try connection.rows("UPDATE Z_METADATA SET Z_PLIST = ?", [.blob(Array(changed))])
    try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    try connection.close()
  }
}
