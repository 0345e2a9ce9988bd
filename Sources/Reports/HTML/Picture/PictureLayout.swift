/// Where everything stands: the source's entities on the left, what they became beside them on the right.
struct PictureLayout {
  /// So many entities that nothing happened to get boxes of their own; more are told of together.
  private static let plainBoxes = 12
  /// With so many lines at most a picture shows what is kept, too.
  private static let wholeLines = 70

  static let margin = 76
  static let gap = 150
  private static let top = 40
  private static let space = 18
  static let width = 2 * (margin + PictureBox.width) + gap
  static let left = margin
  static let right = margin + PictureBox.width + gap

  private(set) var source: [String: PictureBox] = [:]
  private(set) var destination: [String: PictureBox] = [:]
  /// Names of entities, in the order of the picture.
  private(set) var sourceOrder: [String] = []
  private(set) var destinationOrder: [String] = []
  /// Names of entities that are not in the picture.
  private(set) var hidden: [String] = []
  private(set) var height = 0
  let index: ModelIndex

  init(_ models: ReportedModels) {
    index = ModelIndex(models)
    let plain = models.source.filter { isPlain($0) }.map(\.name)
    if plain.count > Self.plainBoxes { hidden = plain }
    let lines = (models.source + models.destination).reduce(0) { $0 + $1.lines.count + 2 }
    place(isWhole: lines <= 2 * Self.wholeLines)
  }

  /// It and what it became alone are as they were.
  private func isPlain(_ entity: ReportedEntity) -> Bool {
    guard let only = index.destinations(of: entity.name).first,
      index.destinations(of: entity.name).count == 1,
      let after = index.destination[only], index.sources(of: only).count == 1
    else { return false }
    return PictureBox.isPlain(entity, index.change(ofSource: entity.name)) {
      index.change(ofSource: entity.name, $0)
    }
      && PictureBox.isPlain(after, index.change(ofDestination: only)) {
        index.change(ofDestination: only, $0)
      }
  }

  /// What changed first, since it is what a reader looks for.
  private mutating func place(isWhole: Bool) {
    let away = Set(hidden)
    let shown = index.models.source.filter { !away.contains($0.name) }
    let inOrder = isWhole ? shown : shown.filter { !isPlain($0) } + shown.filter { isPlain($0) }
    var y = Self.top
    for entity in inOrder {
      var box = PictureBox(entity, change: index.change(ofSource: entity.name), isWhole: isWhole) {
        index.change(ofSource: entity.name, $0)
      }
      (box.x, box.y) = (Self.left, y)
      source[entity.name] = box
      sourceOrder.append(entity.name)
      var next = y
      for name in index.destinations(of: entity.name) where destination[name] == nil {
        guard let after = index.destination[name] else { continue }
        next = add(after, at: next, isWhole) + Self.space
      }
      y = max(box.y + box.height + Self.space, next)
    }
    let reached = Set(hidden.flatMap { index.destinations(of: $0) })
    for entity in index.models.destination
    where destination[entity.name] == nil && !reached.contains(entity.name) {
      y = add(entity, at: y, isWhole) + Self.space
    }
    height = y + 4
  }

  /// - Returns: its lower edge.
  private mutating func add(_ entity: ReportedEntity, at y: Int, _ isWhole: Bool) -> Int {
    var box = PictureBox(entity, change: index.change(ofDestination: entity.name), isWhole: isWhole) {
      index.change(ofDestination: entity.name, $0)
    }
    (box.x, box.y) = (Self.right, y)
    destination[entity.name] = box
    destinationOrder.append(entity.name)
    return box.y + box.height
  }
}
