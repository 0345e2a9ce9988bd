/// Where something stands in a mapping file.
package struct MappingPlace: Sendable, Hashable {
  /// From 1; 0 for what was not read from a file.
  package var line: Int
  package var column: Int
  /// The keys that lead there, `steps[0].entities[1].set.title`; empty for the file as a whole.
  package var path: String

  package init(line: Int = 0, column: Int = 0, path: String = "") {
    self.line = line
    self.column = column
    self.path = path
  }
}
