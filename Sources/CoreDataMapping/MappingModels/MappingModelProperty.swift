/// Where the value of one property comes from (`NSPropertyMapping`).
package struct MappingModelProperty: Sendable, Hashable {
  package enum Value: Sendable, Hashable {
    /// Nothing is said: the destination's default, or no link.
    case nothing
    /// Nothing is said in the editor's file, from which Xcode makes `$source.name` where the source entity has a
    /// property of the same name.
    case generated
    case expression(ArchivedExpression)
    /// The editor's fields contradict each other, or are of no known form; the text is for people.
    case unclear(String)
  }

  /// The destination's property.
  package var name: String
  package var value: Value
  package var place: MappingPlace

  package init(_ name: String, _ value: Value, at place: MappingPlace = MappingPlace()) {
    self.name = name
    self.value = value
    self.place = place
  }
}
