extension MappingModelTranslation {
  /// The translation with a step of a mapping file over it: what the file says wins, entity by entity and property by
  /// property, and what it says is no longer open.
  package func overlaid(with beside: MappingStep) -> MappingModelTranslation {
    var result = self
    result.step.from = beside.from ?? step.from
    result.step.to = beside.to ?? step.to
    for rule in beside.entities { result.lay(rule) }
    result.step.drop += beside.drop
    result.step.merge += beside.merge
    result.step.defaults += beside.defaults
    result.openQuestions = openQuestions.filter { !$0.isAnswered(by: beside) }
    return result
  }

  /// For writing to a file that is to stand alone: where a question is open there is a `?`, which is no SQL, so that
  /// it stops every run until somebody has answered it.
  package var written: MappingStep {
    var result = self
    for question in openQuestions { result.mark(question) }
    return result.step
  }

  private mutating func lay(_ located: Located<EntityRule>) {
    let rule = located.value
    let name = rule.name.value
    let sources =
      rule.from.isEmpty
      ? pairs.filter { $0.destination == name }.map { Located($0.source, at: rule.name.place) } : rule.from
    var rest: [Located<String>] = []
    for source in sources {
      let targets = step.entities.indices.filter { index in
        let translated = step.entities[index].value
        return translated.name.value == name && translated.from.map(\.value) == [source.value]
      }
      for index in targets { step.entities[index].value.lay(rule) }
      if targets.isEmpty { rest.append(source) }
    }
    guard !rest.isEmpty || sources.isEmpty else { return }
    var remaining = located
    remaining.value.from = rest
    step.entities.append(remaining)
  }

  private mutating func mark(_ question: OpenQuestion) {
    let notes = ["Open: \(question.summary)."]
    let unanswered = Located("?", at: question.place, notes: notes)
    guard let destination = question.destination else {
      // An item for a row that becomes nothing has no place in the file; its source's rule says so.
      step.entities.append(
        Located(unansweredRule(Located("?", at: question.place), from: question), notes: notes))
      return
    }
    let index = step.entities.firstIndex {
      $0.value.name.value == destination && $0.value.from.map(\.value) == [question.source].compactMap(\.self)
    }
    var rule =
      index.map { step.entities[$0] }
      ?? Located(unansweredRule(Located(destination, at: question.place), from: question))
    switch question.property {
    case nil:
      let former = rule.value.condition.map { ["It has `where: \($0.value)`."] } ?? []
      rule.value.condition = Located("?", at: question.place, notes: notes + former)
    case let property? where question.isRelationship:
      rule.value.connect.append(
        MappingEntry(
          Located(property, at: question.place),
          Located(ConnectionSource("?"), at: question.place, notes: notes)))
    case let property?:
      rule.value.set.append(MappingEntry(Located(property, at: question.place), unanswered))
    }
    if let index { step.entities[index] = rule } else { step.entities.append(rule) }
  }

  private func unansweredRule(_ name: Located<String>, from question: OpenQuestion) -> EntityRule {
    var rule = EntityRule(name: name)
    rule.from = question.source.map { [Located($0, at: question.place)] } ?? []
    return rule
  }
}

extension MappingStep {
  /// A translated mapping model with a step of a mapping file over it, and the questions that are still open.
  package static func overlay(
    _ translated: MappingModelTranslation, with beside: MappingStep
  ) -> (step: MappingStep, openQuestions: [OpenQuestion]) {
    let result = translated.overlaid(with: beside)
    return (result.step, result.openQuestions)
  }
}

extension EntityRule {
  /// The place stays the mapping model's: one item of the file may be laid over several, which are told apart by it.
  fileprivate mutating func lay(_ rule: EntityRule) {
    condition = rule.condition ?? condition
    onInvalid = rule.onInvalid ?? onInvalid
    let said = Set(rule.set.map(\.key.value) + rule.values.map(\.key.value))
    set = set.filter { !said.contains($0.key.value) } + rule.set
    values = values.filter { !said.contains($0.key.value) } + rule.values
    let connected = Set(rule.connect.map(\.key.value))
    connect = connect.filter { !connected.contains($0.key.value) } + rule.connect
  }
}
