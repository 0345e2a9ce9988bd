import CoreDataModel

/// What `model diff` prints.
struct ModelDifferenceText {
  private let difference: ModelDifference

  init(_ difference: ModelDifference) { self.difference = difference }

  func text() -> String {
    guard !difference.isEmpty else {
      return "\(difference.old.name) and \(difference.new.name) do not differ.\n"
    }
    var text = "\(difference.old.name) -> \(difference.new.name)\n"
    var entity: String?
    for change in difference.changes {
      if change.entity != entity, let name = change.entity { text += "\n\(name)\n" }
      entity = change.entity
      let indentation = change.entity == nil ? 2 : 4
      text += WrappedText.words("  ", Self.sentence(change), indentation: indentation)
      text += WrappedText.words("      ", Self.meaning(change), indentation: 6)
    }
    return text + "\n" + summary
  }

  private static func sentence(_ change: ModelChange) -> String {
    let subject = change.kind.rawValue + (change.name.map { " \($0)" } ?? "")
    switch change.action {
    case .added: return "\(subject) added"
    case .removed: return "\(subject) removed"
    case .renamed: return "\(subject) renamed, was \(change.old ?? "")"
    case .moved: return "\(subject) moved from \(change.old ?? "") to \(change.new ?? "")"
    case .ambiguous: return "\(subject): the renaming identifier is ambiguous"
    case .changed:
      return "\(subject) \(change.characteristic ?? ""): \(value(change.old)) -> \(value(change.new))"
    }
  }

  private static func value(_ text: String?) -> String {
    guard let text else { return "none" }
    return text.isEmpty ? "nothing" : text
  }

  private static func meaning(_ change: ModelChange) -> String {
    "storage \(word(change.changesStorage)), hash \(word(change.changesHash)), inferable "
      + (change.obstacle.map { "no: \($0)" } ?? "yes")
  }

  private static func word(_ flag: Bool) -> String { flag ? "changes" : "stays" }

  private var differing: [String] { difference.pairs.filter(\.hashDiffers).map(\.new) }

  private var summary: String {
    let changes = difference.changes
    func count(_ isWanted: (ModelChange) -> Bool) -> Int { changes.filter(isWanted).count }
    let numbers = [
      "\(changes.count) \(changes.count == 1 ? "difference" : "differences")",
      "storage: \(count(\.changesStorage))", "hash: \(count(\.changesHash))",
      "not inferable: \(count { !$0.isInferable })",
    ]
    return numbers.joined(separator: "; ") + "\n"
      + (difference.isCompatible
        ? "The version hashes are equal: a store of one opens with the other as it is.\n"
        : "The version hashes differ: a store has to be migrated.\n")
      + (differing.isEmpty
        ? "" : WrappedText.list("Entities of both whose hash differs:", differing, indentation: 2))
  }
}
