/// A fault that is not written as `POINT:PASSAGE:ACTION`.
package struct FaultPlanError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The faulty part.
  package let text: String

  package var description: String {
    "\"\(text)\" is not a fault: write POINT:PASSAGE:ACTION, ACTION being kill, interrupt, stop, short or "
      + "fail:ERRNO."
  }
}
