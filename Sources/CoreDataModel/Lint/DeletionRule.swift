import Diagnostics

/// Delete rules that leave something behind, or nothing, or stop the deletion.
enum DeletionRule: LintRule {
  static func findings(in model: ManagedObjectModel) -> [Diagnostic] {
    model.storedRelationships.compactMap { entity, relationship in
      let subject = Subject(entity: entity, property: relationship.name)
      let inverse = model.inverse(of: relationship)
      switch relationship.deleteRule {
      case .noAction:
        return Diagnostic(
          .lintDeleteNoAction, .warning, subject,
          summary: "The delete rule is No Action: what the object leads to keeps links to an object that is "
            + "gone, unless the app clears them.",
          recovery: ["Choose Nullify, Cascade or Deny, unless the app takes care of every such link."])
      case .deny:
        let other = inverse?.relationship.deleteRule == .deny
        return Diagnostic(
          .lintDeleteDeny, .warning, subject,
          summary:
            "The delete rule is Deny: as long as a link is there the object cannot be deleted, and the "
            + "save that tries fails." + (other ? " The other end denies it too." : ""),
          recovery: ["Let the app clear the links first and take the error, or choose another rule."])
      case .nullify:
        guard let inverse, !inverse.relationship.isToMany, !inverse.relationship.isOptional else {
          return nil
        }
        return Diagnostic(
          .lintNullifyRequired, .warning, subject,
          summary: "The delete rule is Nullify, but the other end, "
            + "\(inverse.declaring).\(inverse.relationship.name), is required: deleting the object leaves "
            + "others that cannot be saved.",
          recovery: ["Choose Cascade or Deny here, or make the other end optional."])
      case .cascade: return nil
      }
    }
  }
}

extension DiagnosticID {
  package static let lintDeleteNoAction = DiagnosticID("lint.delete-no-action")
  package static let lintDeleteDeny = DiagnosticID("lint.delete-deny")
  package static let lintNullifyRequired = DiagnosticID("lint.nullify-required")
}
