/// A predicate in the format language of `NSPredicate`, as far as its forms are known to be the same in SQL.
indirect enum MappingPredicate: Sendable, Hashable {
  enum Operator: String, Sendable, Hashable {
    case equal = "="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case beginsWith = "BEGINSWITH"
    case endsWith = "ENDSWITH"
    case contains = "CONTAINS"
    case like = "LIKE"
    case among = "IN"
    case between = "BETWEEN"
  }

  enum Operand: Sendable, Hashable {
    case keyPath([String])
    case null
    case boolean(Bool)
    /// As written.
    case number(String)
    case text(String)
    /// Seconds since 2001, as written: `CAST(0, "NSDate")`.
    case date(String)
    case list([Operand])
  }

  case constant(Bool)
  case comparison(Operand, Operator, Operand)
  case and([MappingPredicate])
  case or([MappingPredicate])
  case not(MappingPredicate)
}
