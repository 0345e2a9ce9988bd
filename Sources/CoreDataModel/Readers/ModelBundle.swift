import FileOperations

/// A model as it lies on disk: a versioned bundle (`.xcdatamodeld`), one version of it (`.xcdatamodel`), that
/// version's `contents` (of Xcode 3: `elements`); or what Xcode compiles these to: a bundle (`.momd`) or a version of it (`.mom`).
///
/// What a path is, is decided by what lies there, not by its name: links and copies may be called anything.
/// A version that cannot be read stays in the list with its error, so that it does not spoil the others.
package struct ModelBundle: Sendable {
  package let path: String
  /// In the order people give to versions: `App`, `App 2`, `App 10`. Never empty.
  package let versions: [ModelVersion]
  /// What `.xccurrentversion`, or `VersionInfo.plist`, names, without `.xcdatamodel`; nil where it is absent or names nothing.
  private let namedCurrentVersion: Result<String?, ModelError>
  /// Versions that `VersionInfo.plist` lists and whose file is not there, with their hashes.
  package private(set) var versionsWithoutModel: [String: [String: [UInt8]]] = [:]
  /// Why `VersionInfo.plist` says nothing of hashes, where it should.
  package private(set) var unreadableVersionInfo: ModelError?

  /// - Throws: `ModelError` when no version is there at all. What is wrong with single versions, or with the
  ///   choice of the current one, is thrown when they are asked for.
  package init(path: String, with operations: FileOperations = FileOperations()) throws(ModelError) {
    let files = ModelFiles(files: operations)
    let place = FileName.withoutTrailingSlash(path)
    self.path = place
    switch try files.kind(of: place) {
    case .missing: throw ModelError.notFound(path: place)
    case .other: throw ModelError.notAModel(path: place)
    case .regularFile:
      let contents = try files.read(place)
      try ModelForm.refuseUnsupported(file: contents, at: place)
      versions = [try ModelVersion(file: place, with: files)]
      namedCurrentVersion = .success(nil)
    case .directory:
      let names = try files.names(in: place)
      let inside = names.filter { ModelForm.isVersion($0) }
      let compiled = names.filter { ModelForm.isCompiledVersion($0) }
      if inside.isEmpty, !compiled.isEmpty {
        var found = compiled.map { ModelVersion(compiled: FileName.join(place, $0), with: files) }
          .sorted { VersionOrder.precedes($0.name, $1.name) }
        do throws(ModelError) {
          var published = try VersionInfoReader.versionHashes(in: place, names: names, with: files)
          for index in found.indices {
            found[index].publishedHashes = published.removeValue(forKey: found[index].name)
          }
          versionsWithoutModel = published
        } catch {
          unreadableVersionInfo = error
        }
        versions = found
        namedCurrentVersion = VersionInfoReader.currentVersion(in: place, names: names, with: files)
      } else if !inside.isEmpty {
        versions = inside.map { ModelVersion(directory: FileName.join(place, $0), with: files) }
          .sorted { VersionOrder.precedes($0.name, $1.name) }
        namedCurrentVersion = CurrentVersionReader.name(in: place, names: names, with: files)
      } else {
        _ = try ModelForm.file(among: names, at: place)
        versions = [ModelVersion(directory: place, with: files)]
        namedCurrentVersion = .success(nil)
      }
    }
  }

  /// The version that `.xccurrentversion` names; without one, the only version there is.
  ///
  /// - Throws: `ModelError.noCurrentVersion` when there are several versions and none is named, or when one is
  ///   named that is not there: which one was meant cannot be known. Else what is wrong with the version.
  package func current() throws(ModelError) -> ManagedObjectModel {
    try currentVersion().result.get()
  }

  /// The current version, readable or not; throws as `current()` does when there is none.
  package func currentVersion() throws(ModelError) -> ModelVersion {
    let named: String?
    switch namedCurrentVersion {
    case .success(let name): named = name
    // Of several versions, a file that cannot be read names none.
    case .failure where versions.count > 1: named = nil
    case .failure(let error): throw error
    }
    if let named {
      if let version = versions.first(where: { $0.name == named }) { return version }
    } else if let only = versions.first, versions.count == 1 {
      return only
    }
    throw ModelError.noCurrentVersion(path: path, versions: versions.map(\.name), named: named)
  }

  /// The version that the bundle itself names as its current one; nil where it names none.
  ///
  /// - Throws: `ModelError` when what names it cannot be read, or names a version that is not there.
  package func namedVersion() throws(ModelError) -> String? {
    guard let name = try namedCurrentVersion.get() else { return nil }
    guard versions.contains(where: { $0.name == name }) else {
      throw ModelError.noCurrentVersion(path: path, versions: versions.map(\.name), named: name)
    }
    return name
  }

  /// - Parameter name: The version's name, with or without `.xcdatamodel`.
  /// - Throws: `ModelError.noSuchVersion`, or what is wrong with that version.
  package func version(named name: String) throws(ModelError) -> ManagedObjectModel {
    try entry(named: name).result.get()
  }

  /// The version of this name, readable or not; throws as `version(named:)` does where there is none.
  package func entry(named name: String) throws(ModelError) -> ModelVersion {
    let wanted = [name, ModelForm.withoutExtension(name)]
    guard let version = versions.first(where: { wanted.contains($0.name) }) else {
      throw ModelError.noSuchVersion(path: path, version: name, versions: versions.map(\.name))
    }
    return version
  }
}
