import FileOperations

/// The file calls that reading models takes.
struct ModelFiles {
  enum Kind {
    case directory
    case regularFile
    case other
    case missing
  }

  let files: FileOperations

  /// The largest model seen has 47 kB.
  static let byteLimit: Int64 = 32 << 20

  /// Follows symbolic links.
  func kind(of path: String) throws(ModelError) -> Kind {
    do throws(FileError) {
      guard let status = try files.statusIfPresent(of: path, at: .model) else { return .missing }
      return switch status.kind {
      case .folder: .directory
      case .regular: .regularFile
      case .symbolicLink, .other: .other
      }
    } catch {
      throw failure(path, error)
    }
  }

  /// Names in a directory, sorted by bytes, without the `._` files that a Mac leaves on foreign volumes and in archives.
  func names(in path: String) throws(ModelError) -> [String] {
    do throws(FileError) {
      let listing = try files.list(path, at: .model)
      guard listing.undecodable == 0 else {
        throw FileError(operation: "read a name in", path: path, code: 84)  // EILSEQ: it is not UTF-8.
      }
      return listing.names.filter { !$0.hasPrefix("._") }
    } catch {
      throw failure(path, error)
    }
  }

  func read(_ path: String) throws(ModelError) -> [UInt8] {
    do throws(FileError) {
      let status = try files.status(of: path, at: .model)
      // Never wait for a pipe that stands where a model should.
      guard status.kind == .regular else {
        throw FileError(operation: "read", path: path, code: 22)  // EINVAL: it is no file.
      }
      guard status.size <= Self.byteLimit else {
        throw FileError(operation: "read", path: path, code: 27)  // EFBIG: it is no model.
      }
      return try files.readAll(path, at: .model)
    } catch {
      throw failure(path, error)
    }
  }

  private func failure(_ path: String, _ error: FileError) -> ModelError {
    error.isOfSystem
      ? .failed(path: path, reason: error.reason) : .unreadable(path: path, line: nil, reason: error.reason)
  }
}

extension FilePoint {
  static let model: FilePoint = "model.read"
}
