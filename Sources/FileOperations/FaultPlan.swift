#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Faults to happen at named points, for tests and rehearsals of failure.
///
/// Its text is a list, with commas, of `POINT:PASSAGE:ACTION`: `output.place:1:kill`,
/// `copy.store:2:fail:ENOSPC`, `snapshot.copy:1:short`, `output.folder:1:interrupt`. `*` as the point counts the passages of all points;
/// `2+` as the passage means the second and every later one.
package struct FaultPlan: Sendable, Hashable {
  package var rules: [FaultRule]

  package init(rules: [FaultRule]) { self.rules = rules }

  package init(parsing text: String) throws(FaultPlanError) {
    rules = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      rules.append(try Self.rule(String(part)))
    }
  }

  private static func rule(_ text: String) throws(FaultPlanError) -> FaultRule {
    let fields = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard fields.count >= 3, !fields[0].isEmpty else { throw FaultPlanError(text: text) }
    let lasts = fields[1].hasSuffix("+")
    guard let passage = Int(lasts ? String(fields[1].dropLast()) : fields[1]), passage >= 1 else {
      throw FaultPlanError(text: text)
    }
    let action: FaultRule.Action
    switch (fields[2], fields.count) {
    case ("kill", 3): action = .kill
    case ("interrupt", 3): action = .interrupt
    case ("stop", 3): action = .stop
    case ("short", 3): action = .short
    case ("fail", 4):
      guard let code = Self.codes[fields[3]] ?? Int32(fields[3]), code > 0 else {
        throw FaultPlanError(text: text)
      }
      action = .fail(code: code)
    default: throw FaultPlanError(text: text)
    }
    let point = fields[0] == "*" ? nil : FilePoint(rawValue: fields[0])
    return FaultRule(point: point, passage: passage, lasts: lasts, action: action)
  }

  /// The error numbers that can be named; any other is written as a number.
  private static let codes: [String: Int32] = [
    "EACCES": EACCES, "EAGAIN": EAGAIN, "EBUSY": EBUSY, "EDQUOT": EDQUOT, "EEXIST": EEXIST, "EINTR": EINTR,
    "EINVAL": EINVAL, "EIO": EIO, "EMFILE": EMFILE, "ENOENT": ENOENT, "ENOLCK": ENOLCK, "ENOSPC": ENOSPC,
    "ENOSYS": ENOSYS, "ENOTEMPTY": ENOTEMPTY, "ENOTSUP": ENOTSUP, "EPERM": EPERM, "EROFS": EROFS,
    "EXDEV": EXDEV,
  ]
}
