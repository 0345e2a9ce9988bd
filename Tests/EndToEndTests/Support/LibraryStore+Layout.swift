/// The layouts of the three versions, from the fixtures' own page.
extension LibraryStore {
  static func entities(_ version: String) -> [String: Entity] {
    switch version {
    case "Library": first
    case "Library 2": second
    default: third
    }
  }

  private static let first: [String: Entity] = [
    "Author": Entity(
      number: 1, table: "ZAUTHOR",
      properties: author(note: "Z4_FAVOURITENOTE", books: books).merging(["name": .value("ZNAME")]) { $1 }),
    "Book": Entity(
      number: 2, table: "ZBOOK",
      properties: book(shelves: "Z_9SHELVES").merging([
        "author": .toOne("ZAUTHOR"), "isbn": .value("ZISBN"), "legacyCode": .value("ZLEGACYCODE"),
        "labels": .joined(table: "Z_2LABELS", mine: "Z_2ITEMS", theirs: "Z_3LABELS", order: nil),
      ]) { $1 }),
    "Label": Entity(
      number: 3, table: "ZLABEL",
      properties: label(
        "ZLABEL", "Z_3RELATED", .joined(table: "Z_2LABELS", mine: "Z_3LABELS", theirs: "Z_2ITEMS", order: nil)
      )),
    "HighlightNote": Entity(
      number: 5, table: "ZNOTE", properties: highlight.merging(["color": .value("ZCOLOR")]) { $1 }),
    "MarginNote": Entity(number: 6, table: "ZNOTE", properties: margin),
    "Profile": Entity(number: 7, table: "ZPROFILE", properties: profile),
    "Setting": Entity(number: 8, table: "ZSETTING", properties: setting),
    "Shelf": Entity(
      number: 9, table: "ZSHELF",
      properties: shelf("Z_9SHELVES").merging([
        "pinnedLabels": .owned(table: "ZLABEL", column: "Z9PINNEDLABELS", order: nil)
      ]) { $1 }),
  ]

  private static let second: [String: Entity] = [
    "Author": Entity(
      number: 1, table: "ZAUTHOR",
      properties: author(note: "Z3_FAVOURITENOTE", books: books).merging([
        "name": .value("ZNAME"), "website": .value("ZWEBSITE"),
      ]) { $1 }),
    "Book": Entity(
      number: 2, table: "ZBOOK",
      properties: book(shelves: "Z_9SHELVES").merging(newer) { $1 }.merging([
        "author": .toOne("ZAUTHOR"), "legacyCode": .value("ZLEGACYCODE"),
      ]) { $1 }),
    "HighlightNote": Entity(
      number: 4, table: "ZNOTE", properties: highlight.merging(["color": .value("ZCOLOR")]) { $1 }),
    "MarginNote": Entity(number: 5, table: "ZNOTE", properties: margin),
    "Profile": Entity(number: 6, table: "ZPROFILE", properties: profile),
    "Publisher": Entity(number: 7, table: "ZPUBLISHER", properties: publisher),
    "Setting": Entity(number: 8, table: "ZSETTING", properties: setting),
    "Shelf": Entity(
      number: 9, table: "ZSHELF",
      properties: shelf("Z_9SHELVES").merging([
        "pinnedTags": .owned(table: "ZTAG", column: "Z9PINNEDTAGS", order: nil)
      ]) { $1 }),
    "Tag": Entity(number: 10, table: "ZTAG", properties: label("ZTAG", "Z_10RELATED", items)),
  ]

  private static let third: [String: Entity] = [
    "Author": Entity(
      number: 1, table: "ZAUTHOR",
      properties: author(
        note: "Z5_FAVOURITENOTE",
        books: .joined(table: "Z_1BOOKS", mine: "Z_1AUTHORS", theirs: "Z_2BOOKS", order: nil)
      ).merging(["fullName": .value("ZFULLNAME"), "website": .value("ZWEBSITE")]) { $1 }),
    "Book": Entity(
      number: 2, table: "ZBOOK",
      properties: book(shelves: "Z_4SHELVES").merging(newer) { $1 }.merging([
        "authors": .joined(table: "Z_1BOOKS", mine: "Z_2BOOKS", theirs: "Z_1AUTHORS", order: nil)
      ]) { $1 }),
    "Shelf": Entity(
      number: 4, table: "ZCONTAINER",
      properties: shelf("Z_4SHELVES").merging([
        "pinnedTags": .owned(table: "ZTAG", column: "Z4PINNEDTAGS", order: nil)
      ]) { $1 }),
    "HighlightNote": Entity(number: 6, table: "ZNOTE", properties: highlight),
    "MarginNote": Entity(number: 7, table: "ZNOTE", properties: margin),
    "Profile": Entity(number: 8, table: "ZPROFILE", properties: profile),
    "Publisher": Entity(number: 9, table: "ZPUBLISHER", properties: publisher),
    "Tag": Entity(number: 10, table: "ZTAG", properties: label("ZTAG", "Z_10RELATED", items)),
  ]

  /// Version 1 with Profile, Setting and Shelf moved below a new abstract entity, all three in one table.
  static let moved: [String: Entity] = first.merging([
    "Book": Entity(
      number: 2, table: "ZBOOK",
      properties: first["Book"]?.properties.merging([
        "shelves": .joined(table: "Z_2SHELVES", mine: "Z_2CONTENTS", theirs: "Z_10SHELVES", order: nil)
      ]) { $1 } ?? [:]),
    "Profile": Entity(number: 8, table: "ZTHING", properties: profile),
    "Setting": Entity(number: 9, table: "ZTHING", properties: setting),
    "Shelf": Entity(
      number: 10, table: "ZTHING",
      properties: shelf("Z_10SHELVES").merging([
        "pinnedLabels": .owned(table: "ZLABEL", column: "Z10PINNEDLABELS", order: nil)
      ]) { $1 }),
  ]) { $1 }

  private static let books = Storage.owned(table: "ZBOOK", column: "ZAUTHOR", order: nil)
  private static let items = Storage.joined(
    table: "Z_2TAGS", mine: "Z_10TAGS", theirs: "Z_2ITEMS", order: nil)

  private static func author(note: String, books: Storage) -> [String: Storage] {
    [
      "books": books, "born": .value("ZBORN"), "email": .value("ZEMAIL"), "isActive": .flag("ZISACTIVE"),
      "profile": .toOne("ZPROFILE"), "uuid": .identifier("ZUUID"),
      "favouriteNote": .toOneOf("ZFAVOURITENOTE", note),
      "influencedBy": .joined(
        table: "Z_1INFLUENCES", mine: "Z_1INFLUENCES", theirs: "Z_1INFLUENCEDBY", order: nil),
      "influences": .joined(
        table: "Z_1INFLUENCES", mine: "Z_1INFLUENCEDBY", theirs: "Z_1INFLUENCES", order: nil),
    ]
  }

  private static func book(shelves: String) -> [String: Storage] {
    [
      "added": .value("ZADDED"), "cover": .tagged("ZCOVER"), "digest": .value("ZDIGEST"),
      "isRead": .flag("ZISREAD"),
      "keywords": .value("ZKEYWORDS"), "language": .value("ZLANGUAGE"), "pages": .value("ZPAGES"),
      "price": .value("ZPRICE"), "published": .value("ZPUBLISHED"), "rating": .value("ZRATING"),
      "summary": .value("ZSUMMARY"), "title": .value("ZTITLE"), "uuid": .identifier("ZUUID"),
      "weight": .value("ZWEIGHT"), "prequel": .toOne("ZPREQUEL"), "sequel": .toOne("ZSEQUEL"),
      "notes": .owned(table: "ZNOTE", column: "ZBOOK", order: "Z_FOK_BOOK"),
      "shelves": .joined(table: "Z_2SHELVES", mine: "Z_2CONTENTS", theirs: shelves, order: nil),
    ]
  }

  /// What books have since version 2.
  private static let newer: [String: Storage] = [
    "copies": .value("ZCOPIES"), "format": .value("ZFORMAT"), "isbn13": .value("ZISBN13"),
    "publisher": .toOne("ZPUBLISHER"),
    "tags": .joined(table: "Z_2TAGS", mine: "Z_2ITEMS", theirs: "Z_10TAGS", order: nil),
  ]

  private static func label(_ table: String, _ related: String, _ items: Storage) -> [String: Storage] {
    [
      "name": .value("ZNAME"), "parent": .toOne("ZPARENT"), "items": items,
      "children": .owned(table: table, column: "ZPARENT", order: nil),
      "related": .joinedBothWays(table: related, related, "REFLEXIVE"),
    ]
  }

  private static let note: [String: Storage] = [
    "book": .toOne("ZBOOK"), "created": .value("ZCREATED"), "page": .value("ZPAGE"),
  ]
  private static let highlight = note.merging([
    "strength": Storage.value("ZSTRENGTH"), "text": .value("ZTEXT"),
  ]) { $1 }
  private static let margin = note.merging([
    "strength": Storage.value("ZSTRENGTH1"), "text": .value("ZTEXT1"),
  ]) { $1 }
  private static let profile: [String: Storage] = [
    "author": .toOne("ZAUTHOR"), "bio": .value("ZBIO"), "photo": .value("ZPHOTO"),
  ]
  private static let publisher: [String: Storage] = [
    "city": .value("ZCITY"), "name": .value("ZNAME"),
    "books": .owned(table: "ZBOOK", column: "ZPUBLISHER", order: nil),
  ]
  private static let setting: [String: Storage] = ["key": .value("ZKEY"), "value": .value("ZVALUE")]

  private static func shelf(_ shelves: String) -> [String: Storage] {
    [
      "name": .value("ZNAME"), "position": .value("ZPOSITION"), "spotlight": .toOne("ZSPOTLIGHT"),
      "contents": .joined(
        table: "Z_2SHELVES", mine: shelves, theirs: "Z_2CONTENTS", order: "Z_FOK_2CONTENTS"),
    ]
  }
}
