package enum FileKind: String, Sendable, Hashable {
  case regular
  case folder
  case symbolicLink
  /// A device, a pipe or a socket.
  case other
}
