import FileOperations

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Failures on order, for tests that break the program at a named point: `IMPORT_LEGACY_FAULT`.
enum Faults {
  static func fileOperations() throws -> FileOperations {
    guard let text = getenv("IMPORT_LEGACY_FAULT") else { return FileOperations() }
    return FileOperations(faults: try FaultPlan(parsing: String(cString: text)))
  }
}
