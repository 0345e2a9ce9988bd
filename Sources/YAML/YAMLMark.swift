/// A place in a document. Both numbers count from 1; a column is a Unicode scalar.
package struct YAMLMark: Sendable, Hashable {
  package let line: Int
  package let column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}
