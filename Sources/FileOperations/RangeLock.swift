/// An open file of which a range of bytes is locked against every other open file description, in this process
/// and in others, until the value ends or its process does.
///
/// Its end closes the file, and with any closing of a file the process loses its own record locks on it: a
/// connection of SQLite to the same file must not outlive the value.
package final class RangeLock: Sendable {
  let file: OpenFile

  package var path: String { file.path }

  init(file: consuming OpenFile) { self.file = file }
}
