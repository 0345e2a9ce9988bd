/// Which elements of a list went, and which came.
struct ListChange<Element: Equatable> {
  let gone: [Element]
  let come: [Element]

  init(_ old: [Element], _ new: [Element]) {
    gone = Self.elements(of: old, notIn: new)
    come = Self.elements(of: new, notIn: old)
  }

  private static func elements(of first: [Element], notIn second: [Element]) -> [Element] {
    var rest = second
    return first.filter { element in
      guard let index = rest.firstIndex(of: element) else { return true }
      rest.remove(at: index)
      return false
    }
  }
}

extension ListChange where Element == Int64 {
  /// `old keys: without 2; with 3`.
  func text(_ title: String) -> String {
    let parts = [("without", gone), ("with", come)].filter { !$1.isEmpty }
    return "\(title): "
      + parts.map { "\($0) \($1.map(String.init).joined(separator: ", "))" }.joined(separator: "; ")
  }
}
