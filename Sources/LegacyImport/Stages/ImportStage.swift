/// One step of an import, from what is known to what is known next.
protocol ImportStage: Sendable {
  var name: String { get }
  func run(_ state: inout ImportState) throws
}

/// The stages, in the order that keeps the promises.
enum ImportStages {
  static let all: [any ImportStage] =
    [
      LocateStage(),  // Before anything is touched: is all there that was named?
      ProtectStage(),  // Bytes are copied before SQLite sees any of them: it may change what it opens.
      OpenStage(),  // Damage is known before anybody asks what the store means.
      ResolveStage(),  // No column means anything until the version is known.
      AssertStage(.source),  // What does not hold before is not blamed on what follows.
      WalkStage(),  // All steps but the last: what it starts from must be there and proven.
    ] + step + [
      CompareStage(),  // Several steps: the result against what was given, past all between.
      AssertStage(.destination),  // The last word before anything is put in place.
      PromoteStage(),  // Last, and only if the source is still what was copied.
    ]

  /// What every step is made of, the last one and those before it.
  static let step: [any ImportStage] = [
    ShapeStage(),  // What rules make is there before it is counted.
    PlanStage(),  // Every loss is counted and consented to before the first row is written.
    CreateStage(),  // All rows first: a link may lead to any of them.
    ConnectStage(),  // Links next, then indexes: building them over finished rows is cheaper.
    ValidateStage(),  // Nothing is put in place that was not compared with the source.
  ]
}
