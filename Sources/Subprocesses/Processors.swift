#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What there is to work with.
package enum Processors {
  /// Cores that are on, at least one.
  package static var count: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
