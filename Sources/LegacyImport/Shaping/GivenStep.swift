import CoreDataMapping

/// A step of a mapping file, and the name of the file without its folder.
struct GivenStep {
  let step: MappingStep
  let file: String
  /// Rows become one, and nothing else changes.
  let isMerge: Bool
}
