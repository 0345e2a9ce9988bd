/// Names of versions as the command line takes them.
enum VersionList {
  /// Between commas, without the blanks around them.
  static func names(in text: String) -> [String] {
    text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
  }
}
