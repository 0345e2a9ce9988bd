/// Something in a model for which no real archive was found to compare a written one with.
package struct UnprovenConstruct: Sendable, Hashable {
  /// Nil where it is the model as a whole.
  package let entity: String?
  package let property: String?
  /// What it is, in words that follow "has".
  package let reason: String

  package init(entity: String? = nil, property: String? = nil, reason: String) {
    self.entity = entity
    self.property = property
    self.reason = reason
  }

  /// `Entity.property: reason`.
  package var text: String {
    guard let entity else { return "the model: \(reason)" }
    return "\(entity)\(property.map { "." + $0 } ?? ""): \(reason)"
  }
}

extension UnprovenConstruct {
  /// - Parameter settings: Names of what nothing reads, as the model's file has them.
  static func reasons(settings: [String], userInfo: [String: UserInfoValue] = [:]) -> [String] {
    settings.sorted().map { "a setting that is not read (\($0))" }
      + userInfo.filter { $0.value.text == nil }.keys.sorted().map { "user info that is no text (\($0))" }
  }
}
