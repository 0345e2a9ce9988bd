internal import JSON

/// Elements of one list in two reports, paired by what they are about.
struct ElementMatching<Element> {
  struct Pair {
    /// Where several are about one thing, with their number.
    let name: String
    let old: Element?
    let new: Element?
  }

  let pairs: [Pair]

  /// - Parameters:
  ///   - identity: what an element is about.
  ///   - content: equal for elements that are alike; compared by its bytes.
  init(
    _ old: [Element], _ new: [Element], identity: (Element) -> String, content: (Element) -> String
  ) {
    var left = Dictionary(grouping: old) { Array(identity($0).utf8) }
    var right = Dictionary(grouping: new) { Array(identity($0).utf8) }
    let names = Set(left.keys).union(right.keys).sorted { $0.lexicographicallyPrecedes($1) }
    pairs = names.flatMap { bytes -> [Pair] in
      let name = String(decoding: bytes, as: UTF8.self)
      let (old, new) = (left.removeValue(forKey: bytes) ?? [], right.removeValue(forKey: bytes) ?? [])
      return Self.paired(old, new, content).enumerated().map { index, pair in
        Pair(name: index == 0 ? name : "\(name) #\(index + 1)", old: pair.0, new: pair.1)
      }
    }
  }

  /// Those that are alike belong together; what is left does in its order.
  private static func paired(_ old: [Element], _ new: [Element], _ content: (Element) -> String)
    -> [(Element?, Element?)]
  {
    var places = Dictionary(grouping: new.indices.reversed()) { Array(content(new[$0]).utf8) }
    var taken: Set<Int> = []
    var alike: [(Element?, Element?)] = []
    var rest: [Element] = []
    for element in old {
      if let place = places[Array(content(element).utf8)]?.popLast() {
        taken.insert(place)
        alike.append((element, new[place]))
      } else {
        rest.append(element)
      }
    }
    let others = new.indices.filter { !taken.contains($0) }.map { new[$0] }
    let longest = max(rest.count, others.count)
    return alike
      + (0..<longest).map { ($0 < rest.count ? rest[$0] : nil, $0 < others.count ? others[$0] : nil) }
  }
}
