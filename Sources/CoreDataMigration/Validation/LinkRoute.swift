import CoreDataModel

/// Where the links between rows of two source entities go. Classes, because every link asks for its route.
final class LinkRoute {
  enum Way {
    /// Each link arrives.
    case every
    /// The destination has one place per holder: the first link is kept. Ends swap names if the route is
    /// flipped.
    case firstOfOwner
    case firstOfTarget
    /// The other column of a one-to-one carries it; this one's links arrive if that one agrees, or says nothing.
    case mirrored
  }

  final class Feed {
    /// Position among the destination's stores.
    let store: Int
    /// The destination's owner is the source's target.
    let isFlipped: Bool
    let way: Way
    /// Positions of the relationships that are accounted as connected by it.
    let lines: [Int]
    /// Number of the entity at the destination's target end.
    let targetNumber: Int64

    init(store: Int, isFlipped: Bool, way: Way, lines: [Int], targetNumber: Int64) {
      self.store = store
      self.isFlipped = isFlipped
      self.way = way
      self.lines = lines
      self.targetNumber = targetNumber
    }
  }

  let feeds: [Feed]
  /// Positions of the relationships whose links have no place.
  let dropped: [Int]

  init(feeds: [Feed], dropped: [Int]) {
    self.feeds = feeds
    self.dropped = dropped
  }
}
