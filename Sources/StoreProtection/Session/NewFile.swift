/// A file that is to get a name beside the store, finished and in the import folder's `work`.
struct NewFile {
  let kind: SwapFile.Kind
  /// As the journal names it.
  let name: String
  let path: String
}
