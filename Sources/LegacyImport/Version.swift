/// The version of this program.
public enum Version {
  /// Semantic versioning.
  public static let text = "0.1.0"
}
