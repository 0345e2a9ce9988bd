/// Tables that the framework keeps beside the model's, with entities and numbers of its own.
package enum FrameworkGroup: String, Sendable, CaseIterable {
  /// Format page 1.5.
  case history
  /// Format page 1.6.
  case cloudKit = "cloudkit"

  /// Numbers of its entities in `Z_PRIMARYKEY` (format page 1.4).
  package var numbers: Range<Int64> {
    switch self {
    case .history: 16000..<17000
    case .cloudKit: 17000..<18000
    }
  }
}
