import Foundation

enum Patience {
  /// Whether something comes true within seconds. A child that another test is just starting has our open files
  /// and their locks too, until it runs its own program.
  static func until(_ condition: () throws -> Bool) rethrows -> Bool {
    for _ in 0..<500 {
      if try condition() { return true }
      usleep(10_000)
    }
    return false
  }
}
