/// One entity of one side of the picture, placed.
struct PictureBox {
  struct Line {
    let name: String
    let type: String
    let change: ReportedChange.Change
    let relationship: ReportedRelationship?
  }

  static let width = 316
  static let capHeight = 30
  static let lineHeight = 20
  private static let foot = 8

  let name: String
  /// `abstract`, its parent.
  let note: String
  let change: ReportedChange.Change
  let lines: [Line]
  /// Properties that are kept and not shown.
  let folded: Int
  /// All of them, shown or not.
  let relationships: [Line]
  var x = 0
  var y = 0

  var height: Int {
    let rows = lines.count + (folded > 0 ? 1 : 0)
    return Self.capHeight + (rows == 0 ? 0 : rows * Self.lineHeight + Self.foot)
  }

  var capMiddle: Int { y + Self.capHeight / 2 }

  /// The middle of a property's line; of one that is folded that of the line that tells of those; of none that of
  /// the entity.
  func middle(of property: String?) -> Int {
    guard let property else { return capMiddle }
    return top(of: lines.firstIndex { $0.name == property } ?? lines.count) + Self.lineHeight / 2
  }

  func top(of line: Int) -> Int { y + Self.capHeight + 4 + line * Self.lineHeight }

  /// - Parameter isWhole: whether properties that are kept are shown too.
  init(
    _ entity: ReportedEntity, change: ReportedChange.Change, isWhole: Bool,
    of: (String) -> ReportedChange.Change
  ) {
    name = entity.name
    note = (entity.isAbstract ? ["abstract"] : []).joined() + (entity.parent.map { " : \($0)" } ?? "")
    self.change = change
    let all = entity.lines.map {
      Line(name: $0.name, type: $0.type, change: of($0.name), relationship: $0.relationship)
    }
    lines = isWhole ? all : all.filter { $0.change != .kept }
    folded = all.count - lines.count
    relationships = all.filter { $0.relationship != nil }
  }

  /// Nothing of it changed.
  static func isPlain(
    _ entity: ReportedEntity, _ change: ReportedChange.Change, of: (String) -> ReportedChange.Change
  )
    -> Bool
  {
    change == .kept && entity.lines.allSatisfy { of($0.name) == .kept }
  }
}
