/// A part of a page with a headline of its own.
protocol HTMLSection {
  /// A word of ours, unique on its page.
  var id: String { get }
  var title: String { get }
  func write(to page: inout HTMLWriter)
}
