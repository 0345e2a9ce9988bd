import Diagnostics

/// What a store may not have that CloudKit mirrors, after Apple's page "Creating a Core Data model for CloudKit".
enum CloudKitRule: LintRule {
  static func findings(in model: ManagedObjectModel) -> [Diagnostic] {
    model.entities.filter { !$0.uniquenessConstraints.isEmpty }.map { entity in
      finding(
        .lintCloudKitUnique, Subject(entity: entity.name),
        "The entity has uniqueness constraints, which CloudKit cannot keep.",
        "Remove them, and let the app merge duplicates.")
    }
      + model.storedAttributes.flatMap(attributes) + model.storedRelationships.flatMap(relationships)
  }

  private static func attributes(_ entity: String, _ attribute: AttributeDescription) -> [Diagnostic] {
    let subject = Subject(entity: entity, property: attribute.name)
    var findings: [Diagnostic] = []
    if attribute.needsValue {
      findings.append(
        finding(
          .lintCloudKitRequiredAttribute, subject,
          "The attribute is required and has no default: records from an earlier version of the app lack it.",
          "Make it optional, or give it a default."))
    }
    if [.undefined, .objectID].contains(attribute.type) {
      findings.append(
        finding(
          .lintCloudKitType, subject, "CloudKit has no type for \(attribute.type.modelName).",
          "Give the attribute another type, or make it transient."))
    }
    return findings
  }

  private static func relationships(_ entity: String, _ relationship: RelationshipDescription) -> [Diagnostic]
  {
    let subject = Subject(entity: entity, property: relationship.name)
    var findings: [Diagnostic] = []
    if relationship.inverseName == nil {
      findings.append(
        finding(
          .lintCloudKitNoInverse, subject, "The relationship has no inverse.",
          "Add one to \(relationship.destinationEntity)."))
    }
    if !relationship.isOptional {
      findings.append(
        finding(
          .lintCloudKitRequiredRelationship, subject,
          "The relationship is required, but its ends may arrive one after the other.", "Make it optional."))
    }
    if relationship.isOrdered {
      findings.append(
        finding(
          .lintCloudKitOrdered, subject, "The relationship is ordered.",
          "Make it unordered, and keep the order in an attribute."))
    }
    if relationship.deleteRule == .deny {
      findings.append(
        finding(
          .lintCloudKitDeny, subject, "The delete rule is Deny, which another device would not know of.",
          "Choose Nullify or Cascade."))
    }
    return findings
  }

  private static func finding(_ id: DiagnosticID, _ subject: Subject, _ reason: String, _ way: String)
    -> Diagnostic
  {
    Diagnostic(id, .error, subject, summary: "Not for CloudKit: " + reason, recovery: [way])
  }
}

extension DiagnosticID {
  package static let lintCloudKitUnique = DiagnosticID("lint.cloudkit-unique")
  package static let lintCloudKitRequiredAttribute = DiagnosticID("lint.cloudkit-required-attribute")
  package static let lintCloudKitType = DiagnosticID("lint.cloudkit-type")
  package static let lintCloudKitNoInverse = DiagnosticID("lint.cloudkit-no-inverse")
  package static let lintCloudKitRequiredRelationship = DiagnosticID("lint.cloudkit-required-relationship")
  package static let lintCloudKitOrdered = DiagnosticID("lint.cloudkit-ordered")
  package static let lintCloudKitDeny = DiagnosticID("lint.cloudkit-deny")
}
