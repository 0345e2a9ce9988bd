import CoreDataModel
import Diagnostics

/// The accounts of a shaped source in people's words: rows and links of the source as it was.
package struct ShapedAccounts {
  private let plan: ShapePlan
  private let rejectedLinks: [PropertyKey: Int64]

  package init(_ plan: ShapePlan, rejectedLinks: [PropertyKey: Int64]) {
    self.plan = plan
    self.rejectedLinks = rejectedLinks
  }

  package func shown(_ result: ValidationResult) -> ValidationResult {
    var shown = result
    shown.entities = entities(result.entities)
    shown.relationships = result.relationships.compactMap { account in
      // Links that rules made, or carry elsewhere, have none of their own.
      let key = account.relationship
      guard !plan.names.isMadeUp(key.entity), !plan.names.isMadeUp(key.name) else { return nil }
      var carried = account
      // Links go with rows that are left out.
      carried.rejected = min(account.dropped, rejectedLinks[key] ?? 0)
      carried.dropped -= carried.rejected
      guard plan.migration.isReadByRule(key) else { return carried }
      carried.connected += carried.dropped
      carried.dropped = 0
      return carried
    }
    shown.findings = result.findings.map(plan.names.shown)
    shown.differences = result.differences.map(plan.names.shown)
    return shown
  }

  /// What rows that are left out were to become, by entity of the shaped source.
  private var rejectedTargets: [String: String] {
    var result: [String: String] = [:]
    for (entity, rejected) in plan.rejected {
      result[rejected] = plan.migration.destination(ofSource: entity)
    }
    return result
  }

  private func entities(_ accounts: [ValidationResult.EntityAccount]) -> [ValidationResult.EntityAccount] {
    var order: [ValidationResult.EntityAccount] = []
    var places: [[String?]: Int] = [:]
    for account in accounts {
      var own = account
      own.source = plan.names.shown(account.source)
      if let target = rejectedTargets[account.source] {
        own.destination = target
        own.rejected = own.dropped
        own.dropped = 0
      }
      let key = [own.source, own.destination, own.isOfOrphans ? "orphans" : nil]
      if let place = places[key] {
        order[place].read += own.read
        order[place].migrated += own.migrated
        order[place].dropped += own.dropped
        order[place].rejected += own.rejected
      } else {
        places[key] = order.count
        order.append(own)
      }
    }
    // Where rules have all rows, nobody asks after those that none of them took.
    let empty = order.filter { account in
      account.destination == nil && account.read == 0
        && order.contains { $0.source == account.source && $0.destination != nil }
    }
    return order.filter { account in !empty.contains(account) }
      .sorted { ($0.source, $0.destination ?? "") < ($1.source, $1.destination ?? "") }
  }
}
