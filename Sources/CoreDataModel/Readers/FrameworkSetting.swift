/// Entries of an attribute's `userInfo` that shape its store. All others are the app's own (format page 2.6, 2.7).
enum FrameworkSetting {
  static let locationComponents = "_NSLocationAttributeDerivedComponents"
  static let triggerPredicate = "NSTriggerKey"

  /// `latitude, longitude`.
  static func names(_ text: String) -> [String] {
    text.split(separator: ",").map { name in
      String(name.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
  }
}
