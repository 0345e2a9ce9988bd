import Diagnostics
import Digests
import FileOperations
import StoreProtection

/// What a run was asked for, as one number: two runs of one digest turn the same store into the same result.
struct RequestDigest {
  let request: ImportRequest
  /// Name of the target version; nil for the store's own.
  let target: String?
  /// Places of models that nobody named, and that may tell the source's version.
  let discovered: [String]
  let files: FileOperations

  /// Of the options that shape the result, and of every byte of the models.
  func text() throws(FileError) -> String {
    var parts = ["import-legacy request 1", "coredata", target ?? "", request.sourceVersion ?? ""]
    parts.append(Set(request.allowed).sorted().joined(separator: "\n"))
    if !request.via.isEmpty { parts.append("via\n" + request.via.joined(separator: "\n")) }
    // A log beside it counts too.
    for path in request.template.map({ [$0, $0 + StoreFileRole.writeAheadLog.suffix] }) ?? []
    where try files.statusIfPresent(of: path, at: "model.read") != nil {
      parts.append(try lines(of: path, name: "template").joined(separator: "\n"))
    }
    for path in request.mappings {
      parts.append(try lines(of: path, name: "mapping").joined(separator: "\n"))
    }
    for path in request.models + request.sourceModels + discovered {
      parts.append(try lines(of: path, name: "").joined(separator: "\n"))
    }
    return sha256(Array(parts.joined(separator: "\0").utf8)).hexadecimalText
  }

  /// Name and digest of every file of a model, in the order of their names.
  private func lines(of path: String, name: String) throws(FileError) -> [String] {
    let status = try files.status(of: path, at: "model.read")
    switch status.kind {
    case .regular: return ["\(try files.digest(of: path, at: "model.read").sha256) \(name)"]
    case .folder:
      var result: [String] = []
      for child in try files.list(path, at: "model.read").names {
        result += try lines(of: FileName.join(path, child), name: "\(name)/\(child)")
      }
      return result
    case .symbolicLink, .other: return []
    }
  }
}
