extension RelationshipDescription.DeleteRule {
  /// As a model's XML writes it.
  package var modelName: String {
    switch self {
    case .noAction: "No Action"
    case .nullify: "Nullify"
    case .cascade: "Cascade"
    case .deny: "Deny"
    }
  }
}

extension RelationshipDescription {
  /// Both bounds are kept as Core Data hashes them: 32 bits, so that -1, which means none, is all ones.
  package static func text(count: UInt32) -> String {
    String(Int32(bitPattern: count))
  }
}
