/// Takes the links of both sides, as they are read.
protocol LinkSink: AnyObject {
  /// A link the destination should have.
  ///
  /// - Parameters:
  ///   - store: position among the destination's stores.
  ///   - lines: positions of the source relationships that count it as connected.
  ///   - oldOwner: source key of the link's owner in the destination.
  func expect(_ link: Link, in store: Int, lines: [Int], oldOwner: Int64)

  /// A link the destination has.
  func find(_ link: Link, in store: Int)
}
