import CoreDataMapping
import CoreDataModel

/// What becomes of some rows of a source entity, in people's words: no name that rules made up stands in it.
package struct ShownMapping: Sendable {
  /// Why these rows go where they go.
  package enum Part: Sendable, Hashable {
    case inferred
    /// - Parameter all: whether the rule takes every row of the entity.
    case rule(RulePlace, all: Bool)
    /// No rule takes them, though rules have the entity's rows.
    case notTaken
    /// They do not fit what they were to become.
    case rejected(RulePlace?)
  }

  /// How a rule fills a property.
  package struct Filling: Sendable, Hashable {
    package enum Means: Sendable, Hashable {
      case set
      case values
      case fallback
      case connect
    }

    package let means: Means
    package let place: RulePlace
    /// The one property of the source that it comes from; nil if there are several, or none.
    package let from: PropertyKey?
  }

  /// Of the source's own model. Where the rows are rejected: with what they were to become.
  package let mapping: EntityMapping
  /// The entity whose keys are those of the rows: one of the shaped source, where there is one.
  package let rowsOf: String
  package let part: Part
  /// The same rows have another place too.
  package let isFurther: Bool
  /// By the property of the destination.
  package let fillings: [PropertyKey: Filling]

  package var isRejected: Bool {
    if case .rejected = part { true } else { false }
  }

  package init(
    _ mapping: EntityMapping, rowsOf: String? = nil, part: Part = .inferred, isFurther: Bool = false,
    fillings: [PropertyKey: Filling] = [:]
  ) {
    self.mapping = mapping
    self.rowsOf = rowsOf ?? mapping.source
    self.part = part
    self.isFurther = isFurther
    self.fillings = fillings
  }
}
