import CSQLite

/// The storage class of a cell, with the numbers SQLite gives them.
package enum StorageClass: Int32, Sendable, Hashable {
  case integer = 1
  case real = 2
  case text = 3
  case blob = 4
  case null = 5
}
