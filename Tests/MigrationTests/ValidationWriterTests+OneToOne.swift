/// A one-to-one whose ends disagree, made into every other shape.
extension ValidationWriterTests {
  /// A 1 and 2 lead to B 1 and 2; B 1 to A 2, B 2 and B 3 to A 4.
  static let disagreeing =
    objects + """
      UPDATE ZA SET ZB = Z_PK WHERE Z_PK < 3;
      UPDATE ZB SET ZA = CASE Z_PK WHEN 1 THEN 2 ELSE 4 END;
      """

  static let disagreements = [
    Step(
      name: "one-to-one that disagrees becomes one-to-many", from: pair(one, one), to: pair(one, many),
      rows: disagreeing, links: ["A.b 2 2 0 0", "B.a 3 1 0 2"]),
    Step(
      name: "one-to-one that disagrees becomes one-to-many at the other end", from: pair(one, one),
      to: pair(many, one), rows: disagreeing, links: ["A.b 2 0 0 2", "B.a 3 3 0 0"]),
    Step(
      name: "one-to-one that disagrees becomes many-to-many", from: pair(one, one), to: pair(many, many),
      rows: disagreeing, links: ["A.b 2 2 0 0", "B.a 3 3 0 0"]),
    Step(
      name: "one-to-one that disagrees becomes an ordered list", from: pair(one, one), to: pair(one, ordered),
      rows: disagreeing, links: ["A.b 2 2 0 0", "B.a 3 1 0 2"]),
    Step(
      name: "one-to-one that disagrees becomes ordered many-to-many", from: pair(one, one),
      to: pair(many, ordered), rows: disagreeing, links: ["A.b 2 2 0 0", "B.a 3 3 0 0"]),
    Step(
      name: "one-to-one that disagrees loses its inverse", from: pair(one, one), to: pair(one, nil),
      rows: disagreeing, links: ["A.b 2 2 0 0", "B.a 3 1 0 2"]),
    Step(
      name: "one-to-one becomes a to-many without inverse", from: pair(one, one), to: pair(many, nil),
      rows: oneToOne, links: ["A.b 2 2 0 0", "B.a 2 2 0 0"]),
    Step(
      name: "one-to-one that disagrees becomes a to-many without inverse", from: pair(one, one),
      to: pair(many, nil), rows: disagreeing, links: ["A.b 2 2 0 0", "B.a 3 1 0 2"]),
  ]
}
