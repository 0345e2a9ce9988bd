/// Finds for each row of one store the row of another that is the same object, where keys do not tell: by all its values,
/// by what it is linked with, and, where some values differ, by those that do not.
///
/// Takes memory for each row of both.
struct RowMatcher {
  private let ours: RowGraph
  private let theirs: RowGraph
  /// Positions in `theirs`, by position in `ours`.
  private(set) var partners: [Int?]
  private var isTaken: [Bool]

  /// A value that more rows share tells nothing.
  private static let commonest = 64
  /// Rounds of looking at what rows are linked with.
  private static let rounds = 8

  init(ours: RowGraph, theirs: RowGraph) {
    self.ours = ours
    self.theirs = theirs
    partners = Array(repeating: nil, count: ours.rows.count)
    isTaken = Array(repeating: false, count: theirs.rows.count)
  }

  mutating func run() {
    _ = pairUnique(ours.rows.map(\.hash), theirs.rows.map(\.hash))
    for _ in 0..<Self.rounds {
      let (near, far) = neighbourhoods()
      if !pairUnique(near, far) { break }
    }
    let (near, far) = neighbourhoods()
    pairInOrder(near, far)
    pairInOrder(ours.rows.map(\.hash), theirs.rows.map(\.hash))
    pairAlike()
  }

  private mutating func pair(_ our: Int, _ their: Int) {
    partners[our] = their
    isTaken[their] = true
  }

  private func freeOurs() -> [Int] { partners.indices.filter { partners[$0] == nil } }
  private func freeTheirs() -> [Int] { isTaken.indices.filter { !isTaken[$0] } }

  /// - Returns: whether it found any.
  private mutating func pairUnique(_ our: [UInt64], _ their: [UInt64]) -> Bool {
    let near = Dictionary(grouping: freeOurs()) { our[$0] }
    let far = Dictionary(grouping: freeTheirs()) { their[$0] }
    var hasFound = false
    for (hash, rows) in near where rows.count == 1 {
      guard let others = far[hash], others.count == 1, ours.rows[rows[0]].root == theirs.rows[others[0]].root
      else { continue }
      pair(rows[0], others[0])
      hasFound = true
    }
    return hasFound
  }

  /// Of equals: the first with the first, in the order of keys.
  private mutating func pairInOrder(_ our: [UInt64], _ their: [UInt64]) {
    var far = Dictionary(grouping: freeTheirs().reversed()) { their[$0] }
    for row in freeOurs() {
      guard let other = far[our[row]]?.popLast() else { continue }
      pair(row, other)
    }
  }

  /// A row's own hash with those of its links: by its partner where the far row has one, else by its values.
  private func neighbourhoods() -> (ours: [UInt64], theirs: [UInt64]) {
    var names: [Int: UInt64] = [:]
    for (our, their) in partners.enumerated() {
      if let their { names[their] = Link.mix(UInt64(our) &+ 1) }
    }
    let near = ours.rows.indices.map { row in
      combined(ours.rows[row].hash, ours.edges[row]) { far in
        partners[far] == nil ? ours.rows[far].hash : Link.mix(UInt64(far) &+ 1)
      }
    }
    let far = theirs.rows.indices.map { row in
      combined(theirs.rows[row].hash, theirs.edges[row]) { far in names[far] ?? theirs.rows[far].hash }
    }
    return (near, far)
  }

  private func combined(_ hash: UInt64, _ edges: [RowGraph.Edge], _ name: (Int) -> UInt64) -> UInt64 {
    // A sum: links come in any order.
    Link.mix(hash ^ edges.reduce(UInt64(0)) { $0 &+ Link.mix($1.label ^ name($1.row)) })
  }

  /// Rows that share more than half of their values, the most alike first.
  private mutating func pairAlike() {
    struct Value: Hashable {
      let root: Int
      let column: Int
      let hash: UInt64
    }
    var holders: [Value: [Int]] = [:]
    for row in freeTheirs() {
      let their = theirs.rows[row]
      for (column, hash) in their.cells.enumerated() where hash != 0 {
        holders[Value(root: their.root, column: column, hash: hash), default: []].append(row)
      }
    }
    var candidates: [(alike: Int, our: Int, their: Int)] = []
    for row in freeOurs() {
      let our = ours.rows[row]
      var shared: Set<Int> = []
      for (column, hash) in our.cells.enumerated() where hash != 0 {
        let others = holders[Value(root: our.root, column: column, hash: hash)] ?? []
        if others.count <= Self.commonest { shared.formUnion(others) }
      }
      for other in shared {
        let alike = zip(our.cells, theirs.rows[other].cells).count { $0 == $1 && $0 != 0 }
        let all = max(our.cells.count { $0 != 0 }, theirs.rows[other].cells.count { $0 != 0 })
        if alike * 2 >= all { candidates.append((alike, row, other)) }
      }
    }
    candidates.sort { ($1.alike, $0.our, $0.their) < ($0.alike, $1.our, $1.their) }
    for candidate in candidates where partners[candidate.our] == nil && !isTaken[candidate.their] {
      pair(candidate.our, candidate.their)
    }
  }
}
