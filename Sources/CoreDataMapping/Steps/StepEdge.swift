/// A step of a mapping file with both its versions known.
struct StepEdge {
  let from: String
  let to: String
  let rule: StepRule
  /// Where the file says it.
  let place: MappingPlace
}
