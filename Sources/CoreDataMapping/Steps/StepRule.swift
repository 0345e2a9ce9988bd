/// A step of a mapping file, and which file says it.
package struct StepRule: Sendable, Hashable {
  package let step: Located<MappingStep>
  /// Name without folder, for messages.
  package let file: String

  package init(_ step: Located<MappingStep>, in file: String) {
    self.step = step
    self.file = file
  }

  /// Every step of a file, in its order.
  package static func rules(of file: MappingFile, named name: String) -> [StepRule] {
    file.steps.map { StepRule($0, in: name) }
  }
}
