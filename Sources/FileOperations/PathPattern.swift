/// A pattern of paths, as a shell has it, for where no shell expands it: a component is a `NamePattern`, or `**` for any
/// number of folders. Hidden names are meant only where a component says their dot.
package struct PathPattern: Sendable {
  /// The folder that all matches lie in: what comes before the first component that is a pattern.
  package let fixedFolder: String
  private let components: [String]

  /// Nil where `path` names one file at most.
  package init?(_ path: String) {
    let components = path.split(separator: "/").map(String.init)
    guard let first = components.firstIndex(where: { $0 == "**" || NamePattern($0).name == nil }) else {
      return nil
    }
    let fixed = components[..<first].map { NamePattern($0).name ?? $0 }.joined(separator: "/")
    let root = path.utf8.first == UInt8(ascii: "/") ? "/" : ""
    fixedFolder = root + fixed
    self.components = Array(components[first...])
  }

  /// What is there and fits, in the order of its bytes.
  ///
  /// - Parameter unreadable: called with each folder that cannot be listed; its contents are no matches.
  package func matches(with files: FileOperations, unreadable: (String) -> Void) -> [String] {
    var search = Search(files: files)
    search.expand(fixedFolder, components[...])
    search.unreadable.forEach(unreadable)
    var seen: Set<[UInt8]> = []
    return search.found.filter { seen.insert(Array($0.utf8)).inserted }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private struct Search {
    let files: FileOperations
    var found: [String] = []
    var unreadable: [String] = []

    mutating func expand(_ folder: String, _ components: ArraySlice<String>) {
      guard let component = components.first else { return found.append(folder) }
      let rest = components.dropFirst()
      if component == "**" {
        // None, and any number of them.
        if !rest.isEmpty { expand(folder, rest) }
        for name in list(folder) where !name.hasPrefix(".") {
          let path = join(folder, name)
          if isFolder(path) { expand(path, components) } else if rest.isEmpty { found.append(path) }
        }
        return
      }
      let pattern = NamePattern(component)
      if let name = pattern.name {
        let path = join(folder, name)
        if (try? files.linkStatusIfPresent(of: path)) ?? nil != nil { expand(path, rest) }
        return
      }
      for name in list(folder) where pattern.matches(name) {
        let path = join(folder, name)
        if rest.isEmpty || (try? files.status(of: path).kind) == .folder { expand(path, rest) }
      }
    }

    private mutating func list(_ folder: String) -> [String] {
      do throws(FileError) {
        return try files.list(folder.isEmpty ? "." : folder).names
      } catch {
        if !error.isAbsence { unreadable.append(folder) }
        return []
      }
    }

    /// A link to a folder could lead in a circle.
    private func isFolder(_ path: String) -> Bool {
      (try? files.linkStatus(of: path).kind) == .folder
    }

    private func join(_ folder: String, _ name: String) -> String {
      folder.isEmpty ? name : FileName.join(folder, name)
    }
  }
}
