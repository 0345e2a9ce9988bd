/// A named place in the program that a file call passes, `family.what`. A fault plan can make the call fail
/// there, or end the process.
package struct FilePoint: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  package init(stringLiteral value: String) { rawValue = value }

  /// Points of calls whose caller names none.
  package static let open: FilePoint = "file.open"
  package static let read: FilePoint = "file.read"
  package static let write: FilePoint = "file.write"
  package static let copy: FilePoint = "file.copy"
  package static let sync: FilePoint = "file.sync"
  package static let rename: FilePoint = "file.rename"
  package static let remove: FilePoint = "file.remove"
  package static let folder: FilePoint = "file.folder"
  package static let status: FilePoint = "file.status"
  package static let lock: FilePoint = "file.lock"
  /// How often it is passed depends on what else runs on the machine.
  static let processes: FilePoint = "file.processes"
}
