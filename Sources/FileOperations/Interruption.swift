private import CPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A signal that asks the process to end. Long work looks here from time to time and stops where stopping is safe.
package enum Interruption {
  /// From now on SIGINT, SIGTERM and SIGHUP are remembered instead of ending the process. For programs only: a
  /// library leaves its host's signals alone.
  package static func listen() { il_remember_interruptions() }

  package static var isRequested: Bool { il_interruption_came() != 0 }

  /// The error number of a file call that was given up for it.
  package static let errorCode = ECANCELED
}
