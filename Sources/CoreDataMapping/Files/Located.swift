/// A value of a mapping file and where it stands. Two are equal if their values are, wherever they stand.
package struct Located<Value: Sendable & Hashable>: Sendable, Hashable {
  package var value: Value
  package var place: MappingPlace
  /// Lines of the comment that the writer puts in front; comments are not read.
  package var notes: [String]

  package init(_ value: Value, at place: MappingPlace = MappingPlace(), notes: [String] = []) {
    self.value = value
    self.place = place
    self.notes = notes
  }

  package static func == (lhs: Located, rhs: Located) -> Bool { lhs.value == rhs.value }

  package func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
