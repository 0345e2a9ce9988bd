import CPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The terminal that standard error leads to, if it leads to one.
struct Terminal {
  private static let usualColumns = 80

  static func ofStandardError() -> Terminal? { isatty(STDERR_FILENO) == 1 ? Terminal() : nil }

  /// Now: it may have changed. Where the terminal does not say, the environment does.
  var columns: Int {
    let told = Int(il_terminal_columns(STDERR_FILENO))
    if told > 0 { return told }
    return Self.variable("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? Self.usualColumns
  }

  /// Whether it knows how to erase a line.
  static var canErase: Bool { !["", "dumb"].contains(variable("TERM") ?? "") }

  /// https://no-color.org: set and not empty.
  static var refusesColour: Bool { !(variable("NO_COLOR") ?? "").isEmpty }

  private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
