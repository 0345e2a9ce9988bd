import CoreDataModel
import Diagnostics

extension Obstacle {
  /// An entity whose version hash is computed, by a rule that is not proven for all that is in it.
  package static func unverifiedHash(of entity: String, _ constructs: [UnverifiedConstruct]) -> Obstacle {
    Obstacle(
      Diagnostic(
        .hashUnverified, .error, Subject(entity: entity),
        summary: "The version hash of this entity would be computed by a rule that is not proven for: "
          + Set(constructs.map(\.reason.rawValue)).sorted().joined(separator: "; ")
          + ". With a wrong hash the app would not open the store.",
        recovery: ["Allow it with --allow unverified-hash:\(entity), and try the result in the app."]),
      consents: ["unverified-hash:\(entity)"])
  }
}
