/// A link of a store, seen from one of its ends.
struct MatrixLink: Hashable {
  let owner: MatrixRef
  let target: MatrixRef
  /// Place of the target in the owner's list, and of the owner in the target's.
  let place: Int64?
  let farPlace: Int64?

  var reversed: MatrixLink { MatrixLink(owner: target, target: owner, place: farPlace, farPlace: place) }
}
