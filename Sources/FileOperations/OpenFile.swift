#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An open file, closed when the value ends. What was written counts once it is synchronised, so that closing
/// has nothing to report.
package struct OpenFile: ~Copyable, Sendable {
  let descriptor: Int32
  package let path: String

  init(descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  deinit { _ = close(descriptor) }
}
