import CoreDataModel
import Diagnostics

/// Which steps a run takes from the store's version to the target, told from names alone.
///
/// Without `--via` and without a step in a mapping file there is one, straight to the target. A store enters at its own
/// version: what leads there is behind it.
package struct StepPlanner: Sendable {
  /// Name of the store's version.
  package let source: String
  /// Names of other versions that the store is of by its hashes too.
  package let alike: [String]
  package let target: String
  /// `--via`.
  package let via: [String]
  /// The steps of all mapping files, in their order.
  package let rules: [StepRule]
  /// Names of every version there is.
  package let known: [String]

  package init(
    source: String, alike: [String] = [], target: String, via: [String] = [], rules: [StepRule] = [],
    known: [String]
  ) {
    self.source = source
    self.alike = alike
    self.target = target
    self.via = via
    self.rules = rules
    self.known = known + [source, target]
  }

  /// At least one; each starts where the one before ends, and the last ends at the target.
  ///
  /// - Throws: `DiagnosticError` with every fault: of status 64 where files or `--via` are faulty, 3 where what they say
  ///   does not lead from the store's version to the target.
  package func legs() throws(DiagnosticError) -> [StepLeg] {
    let direct = [StepLeg(from: source, to: target)]
    guard !via.isEmpty || !rules.isEmpty else { return direct }
    var lint = StepLint(known: known)
    let edges = edges(&lint)
    lint.check(edges)
    lint.check(via: via, target: target)
    if lint.diagnostics.isEmpty, !via.isEmpty {
      let legs = legs(through: via, edges, &lint)
      if lint.diagnostics.isEmpty { return legs }
    }
    guard lint.diagnostics.isEmpty else { throw DiagnosticError(.usage, lint.diagnostics) }
    return edges.isEmpty ? direct : try legs(along: edges)
  }

  /// One step alone may leave out where it starts and ends: at the store's version, and at the target. A store that is
  /// there has taken it.
  private func edges(_ lint: inout StepLint) -> [StepEdge] {
    var edges: [StepEdge] = []
    for rule in rules {
      let (from, to) = (rule.step.value.from?.value, rule.step.value.to?.value)
      guard rules.count == 1 || from != nil && to != nil else {
        lint.add(
          .stepsUnnamed, rule, at: rule.step.place,
          "this step does not say both `from` and `to`, and there are several steps",
          ["Name the versions that each step leads from and to."])
        continue
      }
      if from == nil, to ?? target == source { continue }
      edges.append(
        StepEdge(from: from ?? source, to: to ?? target, rule: rule, place: rule.step.place))
    }
    return edges
  }

  // MARK: --via

  private func legs(through via: [String], _ edges: [StepEdge], _ lint: inout StepLint) -> [StepLeg] {
    let stops = via.last == target ? via : via + [target]
    var (from, ahead) = (source, stops[...])
    if let entry = stops.lastIndex(of: source) ?? stops.lastIndex(where: alike.contains) {
      (from, ahead) = (stops[entry], stops[(entry + 1)...])
    } else {
      ahead = stops.drop { VersionOrder.isEarlier($0, than: source) }
    }
    if ahead.isEmpty { ahead = [target] }
    var legs: [StepLeg] = []
    for stop in ahead {
      let start = legs.last?.to ?? from
      legs.append(
        StepLeg(from: start, to: stop, rule: edges.first { $0.from == start && $0.to == stop }?.rule))
    }
    let used = Set(legs.compactMap(\.rule))
    let (starts, ends) = (Set(legs.map(\.from)), Set(legs.map(\.to)))
    // What starts before the store's version is for other stores.
    for edge in edges
    where !used.contains(edge.rule) && from != target && !VersionOrder.isEarlier(edge.from, than: from) {
      let isBetween =
        VersionOrder.isEarlier(from, than: edge.from) && VersionOrder.isEarlier(edge.to, than: target)
      guard isBetween || starts.contains(edge.from) || ends.contains(edge.to) else { continue }
      lint.add(
        .stepsOffWalk, edge,
        "leads from \(StepLint.quoted(edge.from)) to \(StepLint.quoted(edge.to)), and the walk goes from "
          + ([from] + ahead).map(StepLint.quoted).joined(separator: " to "),
        ["Name both its versions with --via, or take the step out: what it says would not be done."])
    }
    return legs
  }

  // MARK: Steps of mapping files

  private func legs(along edges: [StepEdge]) throws(DiagnosticError) -> [StepLeg] {
    if source == target { return [StepLeg(from: source, to: target)] }
    let next = Dictionary(edges.map { ($0.from, $0) }, uniquingKeysWith: { first, _ in first })
    guard let entry = ([source] + alike).first(where: { next[$0] != nil }) else {
      throw gap(
        "The store is of \(StepLint.quoted(source)), and no step of the mapping "
          + "\(Set(edges.map(\.rule.file)).count == 1 ? "file" : "files") starts from it: they lead from "
          + edges.map { "\(StepLint.quoted($0.from)) to \(StepLint.quoted($0.to))" }
          .joined(separator: ", from "),
        from: source,
        next.keys.filter { VersionOrder.isEarlier(source, than: $0) }.sorted(by: VersionOrder.precedes))
    }
    var legs: [StepLeg] = []
    var at = entry
    while at != target {
      guard let edge = next[at] else {
        throw gap(
          "The steps of the mapping files lead from \(StepLint.quoted(entry)) to \(StepLint.quoted(at)), and "
            + "none leads on from there to the target \(StepLint.quoted(target))",
          from: at, legs.map(\.to))
      }
      legs.append(StepLeg(from: at, to: edge.to, rule: edge.rule))
      at = edge.to
    }
    return legs
  }

  private func gap(_ text: String, from place: String, _ stops: [String]) -> DiagnosticError {
    let ways = stops.isEmpty ? [place] : stops
    return DiagnosticError(
      .blocked,
      Diagnostic(
        .stepsGap, .error, summary: "\(text).",
        recovery: [
          "Write the step that is missing into a mapping file; one with nothing but `from` and `to` is inferred.",
          "Or name where to go through with --via \(ways.joined(separator: ",")): steps that no file has are inferred.",
        ]))
  }
}
