import CoreDataMapping
import CoreDataMigration
import CoreDataModel
import Reports

/// The accounts of a run as a whole: of the store that was given, whatever its rows were on the way.
struct StepAccounts {
  let state: ImportState

  var entities: [ValidationResult.EntityAccount] {
    guard let walk = state.walk else { return state.validation?.entities ?? [] }
    guard let compared = walk.comparison?.entities else { return [] }
    // Rows that no entity owns were seen by the first step alone.
    var orphans = walk.finished.first?.validation?.entities ?? []
    for mapping in walk.finished.first?.context.plan.entities ?? [] {
      if let own = orphans.firstIndex(where: {
        $0.source == mapping.source && $0.destination == mapping.destination
      }) {
        orphans.remove(at: own)
      }
    }
    return withReasons(compared, walk) + orphans
  }

  /// Rows that were left out, by the reason that their step has for it. Where entities have become one, what a later step
  /// left out is told of the first that still has some.
  private func withReasons(_ compared: [ValidationResult.EntityAccount], _ walk: Walk)
    -> [ValidationResult.EntityAccount]
  {
    let plans = walk.finished.map(\.context.plan) + [state.prepared?.context.plan].compactMap(\.self)
    var steps = (walk.finished.map(\.validation) + [state.validation]).map(Self.reasons)
    return compared.map { account in
      var account = account
      var entity: String? = account.source
      for (position, plan) in plans.enumerated() {
        guard let name = entity else { break }
        if let reasons = steps[position][name] {
          let merged = min(account.dropped, reasons.merged)
          let rejected = min(account.dropped - merged, reasons.rejected)
          account.merged += merged
          account.rejected += rejected
          account.dropped -= merged + rejected
          steps[position][name] = (reasons.merged - merged, reasons.rejected - rejected)
        }
        entity = plan.destination(ofSource: name)
      }
      return account
    }
  }

  private static func reasons(_ result: ValidationResult?) -> [String: (merged: Int64, rejected: Int64)] {
    var reasons: [String: (merged: Int64, rejected: Int64)] = [:]
    for account in result?.entities ?? [] {
      let known = reasons[account.source] ?? (0, 0)
      reasons[account.source] = (known.merged + account.merged, known.rejected + account.rejected)
    }
    return reasons
  }

  var relationships: [ValidationResult.RelationshipAccount] {
    guard let walk = state.walk else { return state.validation?.relationships ?? [] }
    guard walk.comparison != nil, let last = state.validation, let prepared = state.prepared else {
      return []
    }
    let plans = walk.finished.map(\.context.plan) + [prepared.context.plan]
    let results = walk.finished.map(\.validation) + [last]
    // What each later step dropped of each relationship of its source.
    var losses = results.dropFirst().map { result in
      Dictionary(
        (result?.relationships ?? []).map { ($0.relationship, $0.dropped + $0.dangling + $0.rejected) },
        uniquingKeysWith: { first, _ in first })
    }
    return (results.first??.relationships ?? []).map { account in
      var account = account
      let places = LinkWalk(from: account.relationship, plans).places
      for step in losses.indices {
        // Where several have become one, what is lost of it is told of the first that still has some.
        for place in places[step + 1].sorted() {
          let lost = min(account.connected, losses[step][place] ?? 0)
          losses[step][place]? -= lost
          account.connected -= lost
          account.dropped += lost
        }
      }
      return account
    }
  }

  /// Every step there is to be, with the accounts of those that were proven; empty for a run of one step.
  var steps: [StepSummary] {
    guard let walk = state.walk else { return [] }
    return walk.legs.enumerated().map { position, leg in
      let result =
        position < walk.finished.count
        ? walk.finished[position].validation : position == walk.position ? state.validation : nil
      return StepSummary(
        from: leg.source.name, to: leg.target.name,
        how: leg.isMerge ? .merge : leg.rule == nil ? .inferred : .mapping,
        mapping: leg.rule?.file,
        entities: (result?.entities ?? []).map {
          EntityCounts(
            source: $0.source, destination: $0.destination, read: $0.read, migrated: $0.migrated,
            merged: $0.merged, dropped: $0.dropped, rejected: $0.rejected)
        })
    }
  }
}
