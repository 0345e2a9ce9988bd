/// Names as a message lists them: ten are enough to know what is meant.
enum NameList {
  private static let most = 10

  static func text(_ names: [String]) -> String {
    names.isEmpty ? "none" : names.prefix(most).joined(separator: ", ") + (names.count > most ? ", …" : "")
  }
}
