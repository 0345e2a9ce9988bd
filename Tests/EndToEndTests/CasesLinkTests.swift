import SQLite
import Testing

@Suite("Field cases: links", .enabled(if: Places.haveCases, "needs ../shared"))
struct CasesLinkTests {
  @Test("Ordered relationships keep their order, and two runs give the same bytes")
  func order() throws {
    let field = try FieldCase("C05")
    let done = try field.workshop.migrate("Music.sqlite", "Music.xcdatamodeld")
    let again = try field.workshop.migrate("Music.sqlite", "Music.xcdatamodeld", to: "Again.sqlite")
    #expect(done.status == 0)
    #expect(done.body == again.body)
    #expect(
      try field.workshop.scratch.bytes("out/New.sqlite") == field.workshop.scratch.bytes("out/Again.sqlite"))

    for playlist in field.expect["Playlist"].list {
      let name = playlist["name"].string ?? ""
      let songs = try field.workshop.texts(
        """
        SELECT t.ZTITLE FROM Z_1SONGS j JOIN ZTRACK t ON t.Z_PK = j.Z_3SONGS
        JOIN ZPLAYLIST p ON p.Z_PK = j.Z_1PLAYLISTS WHERE p.ZNAME = '\(name)' ORDER BY j.Z_FOK_3SONGS
        """)
      #expect(songs == playlist["songs"].list.compactMap(\.string))
      let notes = try field.workshop.texts(
        """
        SELECT r.ZTEXT FROM ZREMARK r JOIN ZPLAYLIST p ON p.Z_PK = r.ZPLAYLIST WHERE p.ZNAME = '\(name)'
        ORDER BY r.Z_FOK_PLAYLIST
        """)
      if name == "B" {
        // Some names are followed by their key in brackets.
        let required = playlist["notes_order_required"].list.compactMap(\.string)
          .map { $0.replacing(/\s\([0-9]+\)$/, with: "") }
        #expect(required.count == 3 && notes.count == 4)
        #expect(notes.filter(required.contains) == required)
        let ends = [notes.first, notes.last].compactMap(\.self)
        #expect(!required.contains(ends[0]) || !required.contains(ends[1]))
      } else {
        #expect(notes == playlist["notes"].list.compactMap(\.string))
      }
    }
    for (track, playlists) in field.expect["Track.playlists"].members {
      let found = try field.workshop.texts(
        """
        SELECT p.ZNAME FROM Z_1SONGS j JOIN ZTRACK t ON t.Z_PK = j.Z_3SONGS
        JOIN ZPLAYLIST p ON p.Z_PK = j.Z_1PLAYLISTS WHERE t.ZTITLE = '\(track)' ORDER BY 1
        """)
      #expect(found == playlists.list.compactMap(\.string))
    }
    // Within each owner no place is missing or taken twice.
    let places = try field.workshop.rows(
      """
      SELECT count(*), count(Z_FOK_PLAYLIST), count(DISTINCT ZPLAYLIST || '/' || Z_FOK_PLAYLIST) FROM ZREMARK
      WHERE ZPLAYLIST IS NOT NULL
      """)
    #expect(Set(places[0]).count == 1)
    #expect(
      try field.workshop.rows("SELECT count(*) FROM Z_1SONGS WHERE Z_FOK_3SONGS IS NULL") == [[.integer(0)]])

    #expect(done.report.problems == [])
    #expect(
      done.report.findings("source.order-missing").map(\.line) == [
        "note source.order-missing Remark.playlist [5]"
      ])
    #expect(
      done.report.findings("source.order-repeated").map(\.line) == [
        "note source.order-repeated Remark.playlist [7, 8]"
      ])
    try field.checkInputs()
  }

  @Test(
    "A store that was broken before: blocked until its orphans are agreed to, then every fault is named once")
  func brokenStore() throws {
    let field = try FieldCase("C07")
    let blocked = try field.workshop.migrate("Press.sqlite", "Press.xcdatamodeld")
    #expect(blocked.status == 3)
    let orphans = ["error source.abstract-rows BasePost [7]", "error source.orphan-rows BasePost [6]"]
    #expect(blocked.report.problems == orphans)
    // One consent for both kinds: its limit counts them together.
    let tooFew = try field.workshop.migrate(
      "Press.sqlite", "Press.xcdatamodeld", "--allow", "orphans:BasePost=1", to: "Few.sqlite")
    #expect(tooFew.status == 3)
    #expect(tooFew.report.problems == orphans)

    let done = try field.workshop.migrate("Press.sqlite", "Press.xcdatamodeld", "--allow", "orphans:BasePost")
    #expect(done.status == 1)
    #expect(done.outcome == "migrated-with-findings")
    let found = done.report.body.findings.filter { !$0.oldKeys.isEmpty }.map(\.line)
    #expect(
      found.sorted() == [
        "note source.abstract-rows BasePost [7]",
        "note source.orphan-rows BasePost [6]",
        "warning source.dangling-join-row Post.tags [5]",
        "warning source.dangling-join-row Tag.posts [1]",
        "warning source.dangling-link Post.author [4, 5]",
        "warning source.dangling-link Post.blog [4]",
        "warning source.wrong-entity-join-row Tag.posts [1]",
        "warning source.wrong-entity-link Tag.cover [1]",
        "warning source.z-max-low BasePost [7]",
        "warning value.required-link-missing Post.blog [2, 4]",
      ])
    let joinRows = done.report.body.findings.filter { $0.id.hasSuffix("join-row") }
    #expect(joinRows.reduce(0) { $0 + $1.count } == 3)
    let again = try field.workshop.migrate(
      "Press.sqlite", "Press.xcdatamodeld", "--allow", "orphans:BasePost", to: "Again.sqlite")
    #expect(done.body == again.body)
    try checkPress(field.workshop, field.expect)
    try checkPressAccounts(done.report)
    try field.checkInputs()
  }

  private func checkPress(_ workshop: Workshop, _ expect: JSON) throws {
    let posts = expect["Post"].list
    #expect(posts.count == 4)
    for post in posts {
      let key = post["oldPK"].integer ?? 0
      let row = try workshop.rows(
        """
        SELECT b.ZNAME, a.ZNAME, p.ZBLOG IS b.Z_PK, p.ZAUTHOR IS a.Z_PK FROM ZBASEPOST p
        LEFT JOIN ZBLOG b ON b.Z_PK = p.ZBLOG LEFT JOIN ZPERSON a ON a.Z_PK = p.ZAUTHOR
        WHERE p.Z_PK = \(key) AND p.Z_ENT = 2
        """)
      #expect(row.map { $0.map(JSON.init) } == [[post["blog"], post["author"], .integer(1), .integer(1)]])
      let tags = try workshop.texts(
        """
        SELECT t.ZLABEL FROM Z_2TAGS j JOIN ZTAG t ON t.Z_PK = j.Z_6TAGS
        WHERE j.Z_2POSTS = \(key) ORDER BY 1
        """
      )
      #expect(tags == post["tags"].list.compactMap(\.string))
    }
    for tag in expect["Tag"].list {
      let label = tag["label"].string ?? ""
      #expect(try workshop.rows("SELECT ZCOVER FROM ZTAG WHERE ZLABEL = '\(label)'") == [[.null]])
      let posts = try workshop.texts(
        """
        SELECT p.ZTITLE FROM Z_2TAGS j JOIN ZTAG t ON t.Z_PK = j.Z_6TAGS
        JOIN ZBASEPOST p ON p.Z_PK = j.Z_2POSTS
        WHERE t.ZLABEL = '\(label)' ORDER BY 1
        """)
      #expect(posts == tag["posts"].list.compactMap(\.string))
    }
    let tables = [
      "Blog": "ZBLOG", "Person": "ZPERSON", "Tag": "ZTAG", "Post": "ZBASEPOST", "ReaderPost": "ZBASEPOST",
    ]
    let migrated = expect["rows_migrated"].members.compactMapValues(\.integer)
    #expect(migrated.count == 5)
    #expect(try workshop.counts(tables) == migrated)
    #expect(try workshop.rows("SELECT count(*) FROM ZBASEPOST") == [[.integer(5)]])
    #expect(try workshop.rows("SELECT count(*) FROM Z_2TAGS") == [[.integer(3)]])
  }

  /// Read = migrated + dropped, and links that are counted as connected are there.
  private func checkPressAccounts(_ report: Report) throws {
    #expect(report.body.entities.count >= 5)
    for entity in report.body.entities {
      #expect(entity.read == entity.migrated + entity.merged + entity.dropped + entity.rejected)
    }
    #expect(report.entity("BasePost")?.dropped == 2)
    #expect(report.body.entities.reduce(0) { $0 + $1.read } == 11)
    for relationship in report.body.relationships {
      #expect(
        relationship.read
          == relationship.connected + relationship.dangling + relationship.dropped + relationship.rejected)
    }
    let tags = report.relationship("Post", "tags")
    #expect(tags?.read == 6 && tags?.connected == 3 && tags?.dangling == 3)
    let blog = report.relationship("Post", "blog")
    #expect(blog?.read == 3 && blog?.connected == 2 && blog?.dangling == 1)
    #expect(report.covered == ["orphans:BasePost": 2])
  }

  @Test("Relationship storage is found in the tables, not guessed from names")
  func storage() throws {
    let field = try FieldCase("C22")
    let workshop = field.workshop
    let done = try workshop.migrate("Chat.sqlite", "Chat.xcdatamodeld")
    #expect(done.status == 0)
    #expect(done.report.problems == [])
    let tables = [
      "User": "ZUSER", "SystemMessage": "ZMESSAGE", "TextMessage": "ZMESSAGE", "Reaction": "ZREACTION",
      "Measurement": "ZMEASUREMENT", "Point": "ZPOINT",
    ]
    #expect(
      try workshop.counts(tables) == field.expect["counts_exact_entity"].members.compactMapValues(\.integer))

    // One of the two join tables must have its second column numbered; which one is free in a new store.
    let (system, reaction) = try (
      usersColumn(workshop, of: "Z_3USERS"), usersColumn(workshop, of: "Z_6USERS")
    )
    #expect(Set([system, reaction]) == ["Z_7USERS", "Z_7USERS1"])
    for (body, users) in field.expect["SystemMessage.users"].members {
      let found = try workshop.texts(
        """
        SELECT u.ZNAME FROM Z_3USERS j JOIN ZUSER u ON u.Z_PK = j.\(system)
        JOIN ZMESSAGE m ON m.Z_PK = j.Z_3SYSTEMMESSAGES WHERE m.ZBODY = '\(body)' ORDER BY 1
        """)
      #expect(found == users.list.compactMap(\.string))
    }
    for (emoji, users) in field.expect["Reaction.users"].members {
      let found = try workshop.texts(
        """
        SELECT u.ZNAME FROM Z_6USERS j JOIN ZUSER u ON u.Z_PK = j.\(reaction)
        JOIN ZREACTION r ON r.Z_PK = j.Z_6REACTIONS WHERE r.ZEMOJI = '\(emoji)' ORDER BY 1
        """)
      #expect(found == users.list.compactMap(\.string))
      let message = try workshop.rows(
        """
        SELECT k.Z_NAME, m.ZBODY FROM ZREACTION r
        JOIN ZMESSAGE m ON m.Z_PK = r.ZMESSAGE AND m.Z_ENT = r.Z2_MESSAGE
        JOIN Z_PRIMARYKEY k ON k.Z_ENT = r.Z2_MESSAGE WHERE r.ZEMOJI = '\(emoji)'
        """)
      #expect(message.map { $0.map(JSON.init) } == [field.expect["Reaction.message"][emoji].list])
    }
    for (title, links) in field.expect["Measurement"].members {
      let points = try workshop.texts(
        """
        SELECT p.Z_PK FROM ZPOINT p JOIN ZMEASUREMENT m ON m.Z_PK = p.Z1POINTS WHERE m.ZTITLE = '\(title)'
        ORDER BY p.Z_FOK_1POINTS
        """)
      #expect(points == links["points_in_order"].list.compactMap { $0.integer.map { String($0) } })
      let marks = try workshop.texts(
        """
        SELECT p.Z_PK FROM ZPOINT p JOIN ZMEASUREMENT m ON m.Z_PK = p.Z1MARKS WHERE m.ZTITLE = '\(title)'
        ORDER BY p.Z_PK
        """)
      #expect(marks == links["marks"].list.compactMap { $0.integer.map { String($0) } })
    }
    #expect(try workshop.rows("SELECT count(*) FROM Z_3USERS") == [[.integer(3)]])
    #expect(try workshop.rows("SELECT count(*) FROM Z_6USERS") == [[.integer(3)]])
    try field.checkInputs()
  }

  private func usersColumn(_ workshop: Workshop, of table: String) throws -> String {
    let columns = try workshop.rows("SELECT name FROM pragma_table_info('\(table)')").compactMap(
      \.first?.string)
    return try #require(columns.first { $0.hasPrefix("Z_7USERS") })
  }
}
