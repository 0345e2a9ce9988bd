/// What one restore is asked to do.
public struct RestoreRequest: Sendable {
  /// The store's main file, or where it was.
  public var store: String
  /// Number of the safety copy; nil for the newest.
  public var copy: Int?
  /// Replace files that no run left there, once they have a safety copy of their own.
  public var replacesNewer: Bool
  /// Where the caller will write the report; checked before anything else, so that it replaces nothing of the user's.
  public var report: String?
  /// Seconds to wait for programs that have the store open, and for another run.
  public var wait: Int

  /// The newest copy, nothing replaced that is not known.
  public init(store: String) {
    self.store = store
    copy = nil
    replacesNewer = false
    report = nil
    wait = 0
  }
}
