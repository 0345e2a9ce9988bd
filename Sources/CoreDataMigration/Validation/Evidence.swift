import Diagnostics

/// Counts the rows a diagnostic is about and keeps the smallest of their keys, so that memory stays flat.
final class Evidence {
  private(set) var count: Int64 = 0
  /// Ascending, without repetition, at most `Diagnostic.maximumOldKeys`.
  private(set) var keys: [Int64] = []
  /// Ascending, as many at most.
  private(set) var links: [Diagnostic.LinkKeys] = []
  /// Of differing values: what they have in common.
  var pattern: DifferencePattern?

  /// - Parameter key: nil where no key of the source belongs to it.
  func add(_ key: Int64?) {
    count += 1
    if let key { note(key) }
  }

  /// Keeps a key of something that is counted already.
  func note(_ key: Int64) {
    if key == Link.noKey { return }
    if keys.count == Diagnostic.maximumOldKeys, let last = keys.last, key >= last { return }
    var position = keys.count
    while position > 0, keys[position - 1] > key { position -= 1 }
    if position > 0, keys[position - 1] == key { return }
    keys.insert(key, at: position)
    if keys.count > Diagnostic.maximumOldKeys { keys.removeLast() }
  }

  /// A link by the old keys of its ends, counted under the key of the row that is to be looked at.
  func add(_ key: Int64, owner: Int64, target: Int64) {
    add(key)
    guard owner != Link.noKey, target != Link.noKey else { return }
    let link = Diagnostic.LinkKeys(owner: owner, target: target)
    if links.count == Diagnostic.maximumOldKeys, let last = links.last, link >= last { return }
    var position = links.count
    while position > 0, links[position - 1] > link { position -= 1 }
    links.insert(link, at: position)
    if links.count > Diagnostic.maximumOldKeys { links.removeLast() }
  }

  func addUncounted(_ count: Int64) { self.count += count }
}
