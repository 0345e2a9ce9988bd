import CSQLite

extension Connection {
  /// Asks `isAllowed` about everything that statements do which are prepared from now on. What is not allowed fails with
  /// `ResultCode.notAuthorized`, or for a function with `ResultCode.error`. It replaces an earlier one.
  package func authorize(_ isAllowed: @escaping (AuthorizerRequest) -> Bool) throws(DatabaseError) {
    let box = AuthorizerBox(isAllowed: isAllowed)
    let code = sqlite3_set_authorizer(
      handle,
      { context, action, first, second, database, view in
        guard let context else { return SQLITE_DENY }
        let request = AuthorizerRequest(
          action: AuthorizerAction(rawValue: action), first: first.map { String(cString: $0) },
          second: second.map { String(cString: $0) }, database: database.map { String(cString: $0) },
          context: view.map { String(cString: $0) })
        return Unmanaged<AuthorizerBox>.fromOpaque(context).takeUnretainedValue().isAllowed(request)
          ? SQLITE_OK : SQLITE_DENY
      }, Unmanaged.passUnretained(box).toOpaque())
    try check(code, "set the authorizer")
    authorizer = box
  }
}

/// Keeps the closure alive as long as SQLite may call it.
final class AuthorizerBox {
  let isAllowed: (AuthorizerRequest) -> Bool
  init(isAllowed: @escaping (AuthorizerRequest) -> Bool) { self.isAllowed = isAllowed }
}
