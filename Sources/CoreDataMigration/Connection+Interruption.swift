import FileOperations
import SQLite

extension Connection {
  /// Long statements end when a signal asks the process to.
  package func obeyInterruption() {
    interrupt(when: { Interruption.isRequested })
  }
}
