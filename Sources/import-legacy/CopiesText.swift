import JSON
import StoreProtection

/// What `copies list` prints.
enum CopiesText {
  static func table(_ copies: [KeptCopy]) -> String {
    guard !copies.isEmpty else { return "No safety copies.\n" }
    let header = ["number", "made (UTC)", "files", "bytes", "SHA-256 of the store", ""]
    let rows = copies.map { copy in
      [
        String(copy.number), copy.time, String(copy.fileCount), copy.size.map(String.init) ?? "gone",
        String((copy.store ?? "none").prefix(16)), copy.isFirst ? "before the first import" : "",
      ]
    }
    let widths = header.indices.map { column in ([header] + rows).map { $0[column].count }.max() ?? 0 }
    return ([header] + rows).map { row in
      var line = row.enumerated().map { index, cell in
        let padding = String(repeating: " ", count: widths[index] - cell.count)
        return [1, 4, 5].contains(index) ? cell + padding : padding + cell
      }.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }

  static func json(_ copy: KeptCopy) -> JSONValue {
    [
      "number": .integer(Int64(copy.number)), "folder": .string(copy.folder), "made": .string(copy.time),
      "files": .integer(Int64(copy.fileCount)), "bytes": copy.size.map(JSONValue.integer) ?? .null,
      "storeSHA256": .optional(copy.store), "first": .bool(copy.isFirst),
    ]
  }
}
