/// The functions that expressions may call.
///
/// Nothing that sees the clock, chance, the library's version or what was done before. Of the mathematical functions
/// those alone whose results IEEE 754 fixes to the last bit. A library may be built without some of them; then SQLite
/// says that there is no such function.
enum AllowedFunctions {
  static let scalar: Set<String> = [
    "abs", "ceil", "ceiling", "char", "coalesce", "floor", "format", "glob", "hex", "ifnull", "iif", "instr",
    "length",
    "like", "lower", "ltrim", "max", "min", "mod", "nullif", "printf", "quote", "replace", "round", "rtrim",
    "sign",
    "sqrt", "substr", "substring", "trim", "trunc", "typeof", "unicode", "upper", "zeroblob",
  ]

  static let aggregate: Set<String> = ["avg", "count", "group_concat", "max", "min", "sum", "total"]

  static let window: Set<String> = [
    "cume_dist", "dense_rank", "first_value", "lag", "last_value", "lead", "nth_value", "ntile",
    "percent_rank", "rank",
    "row_number",
  ]

  static let all = scalar.union(aggregate).union(window).union(ExpressionFunctions.names)
}
