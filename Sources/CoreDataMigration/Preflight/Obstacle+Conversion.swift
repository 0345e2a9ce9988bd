import CoreDataMapping
import CoreDataModel
import Diagnostics

extension Obstacle {
  /// Values that lose something where the type of their attribute changes.
  static func conversion(
    _ attribute: AttributeMapping, of entity: String, _ loss: ConversionLoss, count: Int64, keys: [Int64]
  ) -> Obstacle? {
    guard let source = attribute.source, let old = attribute.sourceAttribute?.type else { return nil }
    let new = attribute.destinationAttribute
    let change = "from \(old) to \(new.type)"
    let statement =
      switch loss {
      case .overflow: "The type changes \(change), which cannot hold these values (overflow)."
      case .truncation: "The type changes \(change), which keeps only a part of these values (truncation)."
      case .unparsable: "The type changes \(change), which cannot be made of these values (unparsable)."
      }
    let instead =
      loss == .truncation
      ? "the part that is kept" : attribute.valueForLoss == nil ? "no value" : "the default"
    // A value that is required cannot be consented away.
    let isAnswerable = loss == .truncation || new.isOptional || new.defaultValue != nil
    let name = "lossy:\(source)"
    var consents: [String] = []
    if isAnswerable {
      for kind in ["lossy", "drop"] {
        for owner in [source.entity, entity] where !consents.contains("\(kind):\(owner).\(source.name)") {
          consents.append("\(kind):\(owner).\(source.name)")
        }
      }
    }
    return Obstacle(
      Diagnostic(
        .conversionLoses, .error, Subject(entity: entity, property: source.name), count: count,
        oldKeys: keys, summary: statement,
        recovery: [
          "Correct the values in the app, or keep the type.",
          isAnswerable
            ? "Or give these rows \(instead) with --allow \(name)."
            : "Or make the attribute optional, or give it a default: the new model requires a value.",
        ]),
      consents: consents)
  }
}
