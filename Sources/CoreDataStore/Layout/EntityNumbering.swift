import CoreDataModel

/// Entity numbers (`Z_ENT`).
package enum EntityNumbering {
  /// Numbers every entity from 1, depth first: roots by name, each followed by its subentities, siblings by name.
  ///
  /// The order of names ignores case (format page 1.4: `NetworkAttachment` before `NWActivityFragment`).
  package static func numbers(of model: ManagedObjectModel) -> [String: Int64] {
    var numbers: [String: Int64] = [:]
    for (position, name) in depthFirst(model).enumerated() { numbers[name] = Int64(position + 1) }
    return numbers
  }

  /// Every entity in the order of its number.
  package static func depthFirst(_ model: ManagedObjectModel) -> [String] {
    func walk(_ names: [String]) -> [String] {
      names.sorted(by: precedes).flatMap { [$0] + walk(model.children(of: $0)) }
    }
    return walk(model.entities.filter { $0.superentity == nil }.map(\.name))
  }

  private static func precedes(_ lhs: String, _ rhs: String) -> Bool {
    let (left, right) = (lhs.lowercased(), rhs.lowercased())
    return left == right
      ? lhs.utf8.lexicographicallyPrecedes(rhs.utf8) : left.utf8.lexicographicallyPrecedes(right.utf8)
  }
}
