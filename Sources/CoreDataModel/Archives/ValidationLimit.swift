import PropertyLists

/// A least or greatest value as an archive has it: a predicate, and the number of the error that breaking it is.
struct ValidationLimit {
  /// Codes of `NSPredicateOperatorType`, a public enumeration; the variant is the same.
  static let lessOrEqual: Int64 = 1
  static let greaterOrEqual: Int64 = 3

  /// `length` for a String, else the value itself.
  let isOfLength: Bool
  let isMinimum: Bool

  init(isMinimum: Bool, of type: AttributeType) {
    isOfLength = type == .string
    self.isMinimum = isMinimum
  }

  var operatorType: Int64 { isMinimum ? Self.greaterOrEqual : Self.lessOrEqual }

  /// `NSValidationNumberTooSmallError` and its like.
  var warning: Int64 {
    switch (isOfLength, isMinimum) {
    case (false, true): 1620
    case (false, false): 1610
    case (true, true): 1670
    case (true, false): 1660
    }
  }
}
