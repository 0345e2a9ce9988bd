import CoreDataModel
import CoreDataStore
import Expressions

@testable import CoreDataMapping

/// Whether the SQL in a step is any.
enum MappingCompilation {
  /// What does not compile, with why.
  static func faults(of step: MappingStep, from source: ManagedObjectModel) throws -> [String] {
    let compiler = try ExpressionCompiler(views: SourceViews(layout: FreshLayout.layout(of: source)))
    var faults: [String] = []
    for rule in step.entities.map(\.value) {
      let texts =
        [rule.condition?.value].compactMap(\.self) + rule.set.map(\.value.value)
        + rule.connect.map(\.value.value).filter { $0.kind == .expression }.map(\.text)
      for entity in rule.from {
        for text in texts {
          do { _ = try compiler.compile(text, over: entity.value) } catch {
            faults.append("\(entity.value): \(text): \(error)")
          }
        }
      }
    }
    return faults
  }
}
