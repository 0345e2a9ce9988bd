extension Connection {
  /// What `PRAGMA quick_check` finds wrong, a line each; nothing where all is sound.
  ///
  /// - Parameter argument: how many problems are asked for at most, or the literal of one table's name.
  /// - Throws: what kept it from looking. It takes a failed read, and memory that is missing, for damage of the file; here
  ///   they are errors of their own. Damage that ends the check itself is `DatabaseError.isDamage`.
  package func problems(_ argument: String) throws(DatabaseError) -> [String] {
    let statement = try prepare("PRAGMA quick_check(\(argument))")
    var problems: [String] = []
    while try statement.step() {
      if DatabaseError.meansUnreadable(statement.systemError) {
        throw .unreadable(statement.systemError, "quick_check")
      }
      // Out of memory it has no words left (pragma.c).
      guard statement.storageClass(at: 0) == .text else {
        throw DatabaseError(
          code: .outOfMemory, message: "out of memory", context: "quick_check")
      }
      // The problems of pages come as one text of many lines, below a heading.
      let lines = statement.string(at: 0).split(separator: "\n").map(String.init)
      if let code = lines.lazy.compactMap(Self.failure).first {
        throw DatabaseError(code: code, message: "the check of the file failed", context: "quick_check")
      }
      problems += lines.filter { $0 != "ok" && !$0.hasPrefix("*** ") }
    }
    return problems
  }

  /// The code of a failure that is told as a problem of a page: `unable to get the page. error code=7` (btree.c).
  private static func failure(_ line: String) -> ResultCode? {
    guard line.contains("error code") else { return nil }
    let digits = String(line.reversed().prefix(while: \.isNumber).reversed())
    guard let code = Int32(digits).map(ResultCode.init(rawValue:)) else { return nil }
    return [.ioError, .outOfMemory, .cannotOpen].contains(code.primary) ? code : nil
  }
}
