/// What is done to a correct result, and what must be said of it.
extension VerifyDamageTests {
  static let damages: [Damage] = [
    Damage(
      "a value changed", "UPDATE ZBOOK SET ZPAGES = ZPAGES + 1 WHERE Z_PK = 3",
      "value-differs Book.pages [3]"),
    Damage(
      "two rows swapped",
      "UPDATE ZPROFILE SET Z_PK = -1 WHERE Z_PK = 2; UPDATE ZPROFILE SET Z_PK = 2 WHERE Z_PK = 3; UPDATE ZPROFILE SET Z_PK = 3 WHERE Z_PK = -1",
      "link-differs Profile.author [2, 3]", "value-differs Profile.bio [2, 3]",
      "value-differs Profile.photo [2, 3]"),
    Damage(
      "a link moved", "UPDATE ZBOOK SET ZAUTHOR = 5 WHERE Z_PK = 1",
      "link-differs Book.author [1]"),
    Damage(
      "a link gone", "UPDATE ZBOOK SET ZAUTHOR = NULL WHERE Z_PK = 1",
      "link-differs Book.author [1]"),
    Damage(
      "a link that leads nowhere", "UPDATE ZBOOK SET ZAUTHOR = 999 WHERE Z_PK = 1",
      "link-differs Book.author [1]"),
    Damage(
      "one end of a one-to-one gone", "UPDATE ZPROFILE SET ZAUTHOR = NULL WHERE Z_PK = 3",
      "link-differs Profile.author [3]"),
    Damage(
      "an entity column that is stale", "UPDATE ZAUTHOR SET Z3_FAVOURITENOTE = 5 WHERE Z_PK = 1",
      "link-differs Author.favouriteNote [1]"),
    Damage(
      "a link of a to-many without inverse moved", "UPDATE ZTAG SET Z9PINNEDTAGS = 2 WHERE Z_PK = 4",
      "link-differs Shelf.pinnedTags [1]", "link-differs Shelf.pinnedTags [2]"),
    Damage(
      "a join row missing", "DELETE FROM Z_2TAGS WHERE Z_2ITEMS = 3 AND Z_10TAGS = 4",
      "link-differs Book.tags [3]"),
    Damage(
      "a join row too many", "INSERT INTO Z_2TAGS VALUES (13, 7)",
      "link-differs Book.tags [13]"),
    Damage(
      "a join row to another", "UPDATE Z_2TAGS SET Z_10TAGS = 7 WHERE Z_2ITEMS = 8",
      "link-differs Book.tags [8]"),
    Damage(
      "a reflexive join row missing", "DELETE FROM Z_10RELATED WHERE Z_10RELATED = 2 AND REFLEXIVE = 1",
      "link-differs Tag.related [1]"),
    Damage(
      "an order swapped", "UPDATE ZNOTE SET Z_FOK_BOOK = 5000 WHERE Z_PK = 1",
      "order-differs Book.notes [1]"),
    Damage(
      "an order swapped in a join table",
      "UPDATE Z_2SHELVES SET Z_FOK_2CONTENTS = 9000 WHERE Z_2CONTENTS = 3 AND Z_9SHELVES = 1",
      "order-differs Shelf.contents [1]"),
    Damage(
      "a place gone", "UPDATE ZNOTE SET Z_FOK_BOOK = NULL WHERE Z_PK = 3",
      "order-differs Book.notes [1]"),
    Damage(
      "two equal places", "UPDATE ZNOTE SET Z_FOK_BOOK = 2049 WHERE Z_PK = 1",
      "order-differs Book.notes [1]"),
    Damage(
      "a blob's byte", "UPDATE ZPROFILE SET ZPHOTO = ZPHOTO || X'00' WHERE Z_PK = 2",
      "value-differs Profile.photo [2]"),
    Damage(
      "a byte of an archive", "UPDATE ZBOOK SET ZKEYWORDS = X'62706C697374303100' WHERE Z_PK = 3",
      "value-differs Book.keywords [3]"),
    Damage(
      "NULL for an empty text", "UPDATE ZSETTING SET ZVALUE = NULL WHERE Z_PK = 4",
      "value-differs Setting.value [4]",
      words: "They are NULL where the source has an empty text or empty data."),
    Damage(
      "an empty text for NULL", "UPDATE ZSETTING SET ZVALUE = '' WHERE Z_PK = 5",
      "value-differs Setting.value [5]",
      words: "They are empty where the source has nothing (NULL)."),
    Damage(
      "a value where none was", "UPDATE ZBOOK SET ZRATING = 1.5 WHERE Z_PK = 8",
      "value-differs Book.rating [8]",
      words: "They are there where the source has nothing (NULL)."),
    Damage(
      "a value gone", "UPDATE ZBOOK SET ZRATING = NULL WHERE Z_PK = 1",
      "value-differs Book.rating [1]"),
    Damage(
      "a date one second off", "UPDATE ZBOOK SET ZPUBLISHED = ZPUBLISHED + 1 WHERE Z_PK = 1",
      "value-differs Book.published [1]"),
    Damage(
      "dates in seconds since 1970", "UPDATE ZBOOK SET ZADDED = ZADDED + 978307200",
      "value-differs Book.added [1, 2, 3, 5, 8, 13, 21, 34]",
      words: "Each is the source's plus 978307200: seconds since 1970 where Core Data counts from 2001."),
    Damage(
      "dates taken for seconds since 1970", "UPDATE ZBOOK SET ZADDED = ZADDED - 978307200",
      "value-differs Book.added [1, 2, 3, 5, 8, 13, 21, 34]",
      words: "Each is the source's less 978307200: seconds were taken for those since 1970."),
    Damage(
      "dates in milliseconds", "UPDATE ZBOOK SET ZADDED = ZADDED * 1000",
      "value-differs Book.added [1, 2, 3, 5, 8, 13, 21, 34]",
      words: "Each is 1000 times the source's: milliseconds where seconds should be."),
    Damage(
      "dates in another time zone", "UPDATE ZBOOK SET ZADDED = ZADDED + 7200",
      "value-differs Book.added [1, 2, 3, 5, 8, 13, 21, 34]",
      words: "All are off by the same number of whole or half hours: a time zone was added or taken away."),
    Damage(
      "upper case made lower", "UPDATE ZBOOK SET ZISBN13 = lower(ZISBN13) WHERE Z_PK = 8",
      "value-differs Book.isbn13 [8]",
      words: "They differ in upper and lower case alone."),
    Damage(
      "a UUID's bytes in another order",
      "UPDATE ZBOOK SET ZUUID = substr(ZUUID, 9) || substr(ZUUID, 1, 8) WHERE Z_PK = 1",
      "value-differs Book.uuid [1]"),
    Damage(
      "a UUID as text", "UPDATE ZBOOK SET ZUUID = hex(ZUUID) WHERE Z_PK = 1",
      "value-differs Book.uuid [1]"),
    Damage(
      "a text with a space after it", "UPDATE ZAUTHOR SET ZNAME = ZNAME || ' ' WHERE Z_PK = 1",
      "value-differs Author.name [1]",
      words: "They differ in spaces or line ends around the text alone."),
    Damage(
      "a text cut off", "UPDATE ZBOOK SET ZTITLE = substr(ZTITLE, 1, 10) WHERE Z_PK = 1",
      "value-differs Book.title [1]"),
    Damage(
      "a text in another normal form",
      "UPDATE ZAUTHOR SET ZNAME = replace(ZNAME, char(233), 'e' || char(769)) WHERE Z_PK = 11",
      "value-differs Author.name [11]"),
    Damage(
      "a text as data", "UPDATE ZBOOK SET ZTITLE = CAST(ZTITLE AS BLOB) WHERE Z_PK = 3",
      "value-differs Book.title [3]"),
    Damage(
      "a flag turned", "UPDATE ZBOOK SET ZISREAD = 1 - ZISREAD WHERE Z_PK = 2",
      "value-differs Book.isRead [2]"),
    Damage(
      "a number in single precision", "UPDATE ZBOOK SET ZWEIGHT = 0.10000000149011612 WHERE Z_PK = 21",
      "value-differs Book.weight [21]",
      words: "They are there where the source has nothing (NULL)."),
    Damage(
      "a decimal that lost a digit", "UPDATE ZBOOK SET ZPRICE = 1234567.9 WHERE Z_PK = 3",
      "value-differs Book.price [3]"),
    Damage(
      "a number that lost its sign", "UPDATE ZBOOK SET ZLEGACYCODE = 2147483648 WHERE Z_PK = 2",
      "value-differs Book.legacyCode [2]"),
    Damage(
      "two columns swapped", "UPDATE ZBOOK SET ZTITLE = ZSUMMARY, ZSUMMARY = ZTITLE WHERE Z_PK = 13",
      "value-differs Book.summary [13]", "value-differs Book.title [13]"),
    Damage(
      "a column moved by one row",
      "UPDATE ZSETTING SET ZVALUE = (SELECT ZVALUE FROM ZSETTING AS o WHERE o.Z_PK < ZSETTING.Z_PK ORDER BY Z_PK DESC LIMIT 1)",
      "value-differs Setting.value [1, 2, 4]"),
    Damage(
      "a duplicated row",
      "INSERT INTO ZSETTING SELECT 6, Z_ENT, Z_OPT, ZKEY, ZVALUE FROM ZSETTING WHERE Z_PK = 1",
      "row-unexpected Setting [1]"),
    Damage(
      "a row missing", "DELETE FROM ZBOOK WHERE Z_PK = 34",
      "link-differs Book.author [34]", "row-missing Book [34]"),
    Damage(
      "all rows of an entity missing", "DELETE FROM ZSETTING",
      "row-missing Setting [1, 2, 4, 5]"),
    Damage(
      "a row with another key", "UPDATE ZBOOK SET Z_PK = 22 WHERE Z_PK = 21",
      "link-differs Book.author []", "link-differs Book.author [21]", "row-missing Book [21]",
      "row-unexpected Book [21]"),
    Damage(
      "a row of another entity", "UPDATE ZNOTE SET Z_ENT = 5 WHERE Z_PK = 2",
      "entity-differs HighlightNote [2]"),
    Damage(
      "a row of no entity", "UPDATE ZSETTING SET Z_ENT = 99 WHERE Z_PK = 2",
      "entity-differs Setting [2]"),
    Damage(
      "a value in a column of another entity", "UPDATE ZNOTE SET ZTEXT1 = 'x' WHERE Z_PK = 2",
      "foreign-cell HighlightNote [2]"),
    Damage(
      "a counter of changes", "UPDATE ZBOOK SET Z_OPT = 1 WHERE Z_PK = 5",
      "counter-differs Book [5]"),
    Damage(
      "a counter of keys too low", "UPDATE Z_PRIMARYKEY SET Z_MAX = 3 WHERE Z_NAME = 'Book'",
      "key-counter-low Book []"),
    Damage(
      "a parent in the table of entities", "UPDATE Z_PRIMARYKEY SET Z_SUPER = 0 WHERE Z_NAME = 'MarginNote'",
      "entity-table-differs  []"),
    Damage(
      "an index gone", "DROP INDEX ZBOOK_ZAUTHOR_INDEX",
      "index-differs ZBOOK_ZAUTHOR_INDEX []"),
    Damage(
      "an index too many", "CREATE INDEX extra ON ZBOOK (ZPAGES)",
      "index-differs extra []"),
    Damage(
      "a trigger", "CREATE TRIGGER extra AFTER INSERT ON ZBOOK BEGIN DELETE FROM ZNOTE; END",
      "trigger-differs extra []"),
    Damage(
      "links to rows that swapped",
      "UPDATE ZBOOK SET ZAUTHOR = CASE ZAUTHOR WHEN 1 THEN 3 WHEN 3 THEN 1 ELSE ZAUTHOR END",
      "link-differs Book.author [1, 2, 3]"),
  ]
}
