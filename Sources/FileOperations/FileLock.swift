/// An exclusive lock on a file, held until the value ends or its process does.
package final class FileLock: Sendable {
  private let file: OpenFile

  init(file: consuming OpenFile) { self.file = file }
}
