import CSQLite

extension Connection {
  /// Registers a scalar function. One that the program's own statements call must not fail on data: what it cannot do, it
  /// answers with a value.
  ///
  /// - Parameter isDeterministic: the same arguments always give the same answer.
  package func register(
    _ name: String, argumentCount: Int32, isDeterministic: Bool = true,
    _ body: @escaping (FunctionCall) -> Void
  ) throws(DatabaseError) {
    let box = Unmanaged.passRetained(FunctionBox(body: body))
    let flags = SQLITE_UTF8 | SQLITE_DIRECTONLY | (isDeterministic ? SQLITE_DETERMINISTIC : 0)
    // SQLite calls the destructor also when the registration fails.
    let code = sqlite3_create_function_v2(
      handle, name, argumentCount, flags, box.toOpaque(),
      { context, count, arguments in
        guard let context, let data = sqlite3_user_data(context) else { return }
        let box = Unmanaged<FunctionBox>.fromOpaque(data).takeUnretainedValue()
        box.body(FunctionCall(context: context, count: Int(count), arguments: arguments))
      },
      nil, nil,
      { pointer in
        if let pointer { Unmanaged<FunctionBox>.fromOpaque(pointer).release() }
      })
    try check(code, "register \(name)")
  }
}

/// Keeps the closure alive as long as SQLite may call it.
private final class FunctionBox {
  let body: (FunctionCall) -> Void
  init(body: @escaping (FunctionCall) -> Void) { self.body = body }
}
