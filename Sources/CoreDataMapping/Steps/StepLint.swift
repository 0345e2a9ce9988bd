import CoreDataModel
import Diagnostics
import Spelling

/// Finds what is wrong with steps by themselves, whatever store they are for.
struct StepLint {
  /// Names of every version there is.
  let known: [String]
  private(set) var diagnostics: [Diagnostic] = []

  init(known: [String]) {
    self.known = known
  }

  mutating func check(_ edges: [StepEdge]) {
    for edge in edges {
      checkName(edge.rule.step.value.from, in: edge.rule)
      checkName(edge.rule.step.value.to, in: edge.rule)
      guard VersionOrder.isEarlier(edge.to, than: edge.from) else { continue }
      add(
        .stepsBackwards, edge,
        "leads from \(Self.quoted(edge.from)) back to \(Self.quoted(edge.to)), which came before it",
        ["Steps lead forwards only: exchange `from` and `to`, or take the step out."])
    }
    checkWays(edges, "starts from", \.from)
    checkWays(edges, "leads to", \.to)
    if diagnostics.allSatisfy({ $0.id != .stepsTwoWays }) { checkCycles(edges) }
  }

  /// - Parameter target: where the walk ends.
  mutating func check(via names: [String], target: String) {
    var seen: Set<String> = []
    for (position, name) in names.enumerated() where !hasDisorder {
      guard known.contains(name) else {
        unknown(name, "--via")
        continue
      }
      if !seen.insert(name).inserted {
        outOfOrder("--via names \(Self.quoted(name)) twice")
      } else if let later = names[..<position].first(where: { VersionOrder.isEarlier(name, than: $0) }) {
        outOfOrder("--via names \(Self.quoted(name)) behind \(Self.quoted(later)), which came after it")
      } else if VersionOrder.isEarlier(target, than: name) {
        outOfOrder("--via names \(Self.quoted(name)), which came after the target \(Self.quoted(target))")
      } else if name == target, position < names.count - 1 {
        outOfOrder("--via leads on from the target \(Self.quoted(target))")
      }
    }
  }

  mutating func add(_ id: DiagnosticID, _ edge: StepEdge, _ text: String, _ recovery: [String]) {
    add(id, edge.rule, at: edge.place, "this step \(text)", recovery)
  }

  mutating func add(
    _ id: DiagnosticID, _ rule: StepRule, at place: MappingPlace, _ text: String, _ recovery: [String]
  ) {
    var problems = MappingProblems(file: rule.file)
    problems.add(id, at: place, text, recovery: recovery)
    diagnostics += problems.diagnostics
  }

  static func quoted(_ name: String) -> String { MappingProblems.quoted(name) }

  private mutating func checkName(_ name: Located<String>?, in rule: StepRule) {
    guard let name, !known.contains(name.value) else { return }
    add(
      .stepsUnknownVersion, rule, at: name.place,
      "no model that was given has a version \(Self.quoted(name.value))", recovery(for: name.value))
  }

  private mutating func unknown(_ name: String, _ option: String) {
    diagnostics.append(
      Diagnostic(
        .stepsUnknownVersion, .error,
        summary:
          "\(option) names \(Self.quoted(name)), and no model that was given has a version of that name.",
        recovery: recovery(for: name)))
  }

  private func recovery(for name: String) -> [String] {
    let suggestion = Suggestion.nearest(to: name, in: known).map { ["Did you mean `\($0)`?"] } ?? []
    let versions = Set(known).sorted(by: VersionOrder.precedes)
    return suggestion
      + ["Versions there are: \(versions.joined(separator: ", ")). --source-model gives more of them."]
  }

  /// One name in the wrong place makes others look so.
  private var hasDisorder: Bool { diagnostics.contains { $0.id == .stepsOutOfOrder } }

  private mutating func outOfOrder(_ text: String) {
    diagnostics.append(
      Diagnostic(
        .stepsOutOfOrder, .error, summary: "\(text).",
        recovery: ["Name the versions between the store's and the target's, each once, from old to new."]))
  }

  private mutating func checkWays(
    _ edges: [StepEdge], _ verb: String, _ end: (StepEdge) -> String
  ) {
    var first: [String: StepEdge] = [:]
    for edge in edges {
      guard let other = first[end(edge)] else {
        first[end(edge)] = edge
        continue
      }
      add(
        .stepsTwoWays, edge,
        "\(verb) \(Self.quoted(end(edge))), as the one of \(other.rule.file), line \(other.place.line), does",
        ["Keep one of the two: which way to go must not be left to chance."])
    }
  }

  private mutating func checkCycles(_ edges: [StepEdge]) {
    let next = Dictionary(edges.map { ($0.from, $0) }, uniquingKeysWith: { first, _ in first })
    var done: Set<String> = []
    for edge in edges where !done.contains(edge.from) {
      var walked: [String] = []
      var at = edge.from
      while let step = next[at], !done.contains(at) {
        done.insert(at)
        walked.append(at)
        at = step.to
      }
      guard let start = walked.firstIndex(of: at), let closing = walked.last.flatMap({ next[$0] }) else {
        continue
      }
      let names = (walked[start...] + [at]).map(Self.quoted)
      add(
        .stepsCycle, closing, "leads back to where the walk was: \(names.joined(separator: ", "))",
        ["Take out the step that does not belong there."])
    }
  }
}
