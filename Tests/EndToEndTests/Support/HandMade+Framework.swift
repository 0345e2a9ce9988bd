extension HandMade {
  /// Entities `Card` 1 and `Deck` 2 with rows, history and CloudKit's tables in the form of real stores.
  static func framework(_ second: String, _ more: String = "") throws -> HandMade {
    try HandMade(
      card(attribute("x"), attribute("y")) + deck(), second,
      entities: [.init(1, "Card"), .init(2, "Deck")], schema: frameworkSchema + more)
  }

  static func card(_ elements: String..., named name: String = "Card", _ more: String = "") -> String {
    #"<entity name="\#(name)" representedClassName="\#(name)" syncable="YES" \#(more)>"# + elements.joined()
      + "</entity>"
  }

  static func deck(_ more: String = "", named name: String = "Deck") -> String {
    entity(name, more, attribute("z"))
  }

  /// One change is an update, of `x`; one row holds what no store of Core Data's would, to be kept all the same.
  static let frameworkSchema = """
    CREATE TABLE ZCARD ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZX VARCHAR, ZY VARCHAR );
    CREATE TABLE ZDECK ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZZ VARCHAR );
    INSERT INTO ZCARD VALUES (1, 1, 1, 'a', 'CANARY-7f3a'), (7, 1, 2, NULL, 'b');
    INSERT INTO ZDECK VALUES (3, 2, 1, 'c');
    CREATE TABLE ACHANGE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCHANGETYPE INTEGER, ZENTITY INTEGER, ZENTITYPK INTEGER, ZTRANSACTIONID INTEGER, ZCOLUMNS BLOB );
    CREATE TABLE ATRANSACTION ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZAUTHORTS INTEGER, ZTIMESTAMP FLOAT, ZAUTHOR VARCHAR );
    CREATE TABLE ATRANSACTIONSTRING ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR );
    CREATE INDEX ACHANGE_ZTRANSACTIONID_INDEX ON ACHANGE (ZTRANSACTIONID);
    CREATE INDEX Z_TRANSACTION_TransactionTimestampIndex ON ATRANSACTION (ZTIMESTAMP COLLATE BINARY ASC);
    CREATE UNIQUE INDEX Z_TRANSACTIONSTRING_UNIQUE_NAME ON ATRANSACTIONSTRING (ZNAME COLLATE BINARY ASC);
    INSERT INTO ATRANSACTION VALUES (5, 16002, NULL, 1, 700000000.25, NULL), (9, 16002, NULL, 1, 700000001, NULL);
    INSERT INTO ACHANGE VALUES (11, 16001, NULL, 0, 1, 1, 5, NULL), (12, 16001, NULL, 1, 1, 1, 9, x'80'),
      (13, 16001, NULL, 2, 2, 4, 9, NULL), (-4, 'odd', 1.5, NULL, 2, 3, 9, x'');
    INSERT INTO ATRANSACTIONSTRING VALUES (1, 16003, NULL, 'CANARY-7f3a');
    CREATE TABLE ANSCKRECORDMETADATA ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZENTITYID INTEGER, ZENTITYPK INTEGER, ZCKRECORDNAME VARCHAR, ZENCODEDRECORD BLOB );
    CREATE UNIQUE INDEX Z_NSCKRecordMetadata_UNIQUE_entityId_entityPK ON ANSCKRECORDMETADATA (ZENTITYID COLLATE BINARY ASC, ZENTITYPK COLLATE BINARY ASC);
    CREATE TABLE ANSCKEVENT ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER );
    INSERT INTO ANSCKRECORDMETADATA VALUES (1, 17001, 1, 1, 1, 'CANARY-7f3a', x'00FF'), (2, 17001, 1, 2, 3, 'R', NULL);
    INSERT INTO Z_PRIMARYKEY VALUES (16001, 'CHANGE', 0, 13), (16002, 'TRANSACTION', 0, 9),
      (16003, 'TRANSACTIONSTRING', 0, 1), (17001, 'NSCKRecordMetadata', 0, 2), (17002, 'NSCKEvent', 0, 40);
    """
}
