package import Diagnostics

extension DiagnosticID {
  package static let journalUnreadable = DiagnosticID("journal.unreadable")
  package static let journalOfAnotherStore = DiagnosticID("journal.of-another-store")

  package static let storeInUse = DiagnosticID("store.in-use")
  package static let storeBusyRun = DiagnosticID("store.run-under-way")
  package static let storeCannotLock = DiagnosticID("store.cannot-lock")
  package static let storeChangedSince = DiagnosticID("store.changed-since")

  package static let placeNotWritable = DiagnosticID("place.not-writable")
  package static let placeTaken = DiagnosticID("place.folder-taken")
  package static let placeAttributes = DiagnosticID("place.attributes")
  package static let placeAttributesSkipped = DiagnosticID("place.attributes-skipped")
  package static let placeLinked = DiagnosticID("place.symbolic-link")
  package static let placeHardLinks = DiagnosticID("place.hard-links")
  package static let placeLeftovers = DiagnosticID("place.leftovers")
  package static let placeNotClean = DiagnosticID("place.not-clean")

  package static let runUndone = DiagnosticID("run.undone")
  package static let runCompleted = DiagnosticID("run.completed")
  package static let runUnfinished = DiagnosticID("run.unfinished")
  package static let runOriginalProven = DiagnosticID("run.original-proven")
  package static let runOriginalNotProven = DiagnosticID("run.original-not-proven")
  package static let runAlreadyDone = DiagnosticID("run.already-done")

  package static let copyDiffers = DiagnosticID("copy.differs")
  package static let copyDamaged = DiagnosticID("copy.damaged")
  package static let copyUnknown = DiagnosticID("copy.unknown")
  package static let copyNone = DiagnosticID("copy.none")
  package static let copyOfAnotherStore = DiagnosticID("copy.of-another-store")
  package static let copyNotPruned = DiagnosticID("copy.not-pruned")
  package static let copyPruned = DiagnosticID("copy.pruned")
}
