package enum FileKind: String, Sendable, Hashable, CaseIterable {
  case regular
  case folder
  case symbolicLink
  /// A device, a pipe or a socket.
  case other
}
