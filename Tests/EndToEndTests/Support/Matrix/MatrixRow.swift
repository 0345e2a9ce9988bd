/// An object of a store, by its exact entity and key.
struct MatrixRef: Hashable, Comparable {
  /// An id.
  let entity: String
  let key: Int64

  static func < (one: MatrixRef, other: MatrixRef) -> Bool {
    (one.key, one.entity) < (other.key, other.entity)
  }
}

/// An object with its attributes, by id.
struct MatrixRow {
  let ref: MatrixRef
  var cells: [String: MatrixCell]

  func text(_ id: String) -> String? { if case .text(let text) = cells[id] { text } else { nil } }

  func number(_ id: String) -> Int64? { if case .integer(let number) = cells[id] { number } else { nil } }
}
