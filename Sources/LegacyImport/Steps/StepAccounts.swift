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
    return compared + (walk.finished.first?.validation?.entities.filter(\.isOfOrphans) ?? [])
  }

  var relationships: [ValidationResult.RelationshipAccount] {
    guard let walk = state.walk else { return state.validation?.relationships ?? [] }
    guard walk.comparison != nil, let last = state.validation, let prepared = state.prepared else {
      return []
    }
    let plans = walk.shownPlans + [state.shaped?.shownPlan ?? prepared.context.plan]
    let results = walk.finished.map(\.validation) + [last]
    // What each later step lost of each relationship of its source.
    var losses = results.dropFirst().map { result in
      Dictionary(
        (result?.relationships ?? []).map {
          ($0.relationship, (dropped: $0.dropped + $0.dangling, rejected: $0.rejected))
        },
        uniquingKeysWith: { first, _ in first })
    }
    return (results.first??.relationships ?? []).map { account in
      var account = account
      let places = LinkWalk(from: account.relationship, plans).places
      for step in losses.indices {
        // Where several have become one, what is lost of it is told of the first that still has some.
        for place in places[step + 1].sorted() {
          let loss = losses[step][place] ?? (0, 0)
          let dropped = min(account.connected, loss.dropped)
          let rejected = min(account.connected - dropped, loss.rejected)
          losses[step][place] = (loss.dropped - dropped, loss.rejected - rejected)
          account.connected -= dropped + rejected
          account.dropped += dropped
          account.rejected += rejected
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
