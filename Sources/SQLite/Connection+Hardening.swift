import CSQLite

extension Connection {
  /// Every setting and limit, before the first byte of a file is read. Attached files and `:memory:` share them.
  func harden() throws(DatabaseError) {
    for setting in ConnectionSetting.allCases {
      var now: Int32 = 0
      let code = il_sqlite3_configure(handle, setting.code, setting.isWanted ? 1 : 0, &now)
      try check(code, "settings")
      guard (now != 0) == setting.isWanted else { throw error(SQLITE_MISUSE, "settings") }
    }
    for (limit, value) in ResourceLimit.ofEveryConnection { setLimit(limit, to: value) }
    // Cells are checked as their pages are read. No file is mapped, since one cut short meanwhile would be a signal. A
    // table's CHECKs are its maker's expressions, which a check of the file would work out for every row.
    try execute("PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0; PRAGMA ignore_check_constraints = ON")
  }

  /// Whether a setting is on.
  package func isOn(_ setting: ConnectionSetting) throws(DatabaseError) -> Bool {
    var now: Int32 = 0
    try check(il_sqlite3_configure(handle, setting.code, -1, &now), "settings")
    return now != 0
  }

  /// What a limit is.
  package func limit(_ limit: ResourceLimit) -> Int32 { sqlite3_limit(handle, limit.rawValue, -1) }
}
