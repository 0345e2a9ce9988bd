import Diagnostics
import FileOperations
import Foundation
import StoreProtection

/// A source with two external data files, and a place for output.
struct OutputFixture {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Stores.bytes(), to: "in/Notes.sqlite")
    try folder.write("first value", to: "in/.Notes_SUPPORT/_EXTERNAL_DATA/A1")
    try folder.write("second value", to: "in/.Notes_SUPPORT/_EXTERNAL_DATA/B2")
    try FileOperations().createFolder(folder("out"))
  }

  static func source(in folder: String) throws -> StoreFiles {
    try StoreFiles(locating: folder + "/in/Notes.sqlite", with: FileOperations())
  }

  static func open(_ output: String, in folder: String, with files: FileOperations = FileOperations()) throws
    -> OutputPlace
  {
    try OutputPlace(output: folder + "/" + output, source: source(in: folder), with: files)
  }

  func open(_ output: String, with files: FileOperations = FileOperations()) throws -> OutputPlace {
    try Self.open(output, in: folder.path, with: files)
  }

  /// What a run builds, in the work folder.
  static func build(in place: OutputPlace) throws -> String {
    let path = place.scratchFolder + "/built.sqlite"
    try Data("the result".utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// One whole use of the place, as a run does it.
  static func run(_ output: String, in folder: String, with files: FileOperations = FileOperations()) throws
    -> Placement
  {
    let place = try open(output, in: folder, with: files)
    do {
      let external = try source(in: folder).externalData?.files ?? []
      let placement = try place.place(build(in: place), external: external)
      _ = place.close()
      return placement
    } catch {
      _ = place.close()
      throw error
    }
  }

  /// Everything under `out`, hidden files too.
  func output() throws -> [String] {
    try folder.everything().filter { $0.hasPrefix("out/") }.map { String($0.dropFirst(4)) }.filter {
      !$0.isEmpty
    }
  }

  /// Id and exit status of what was thrown.
  static func failure(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch let error as DiagnosticError {
      return "\(error.diagnostics.map(\.id.rawValue).joined(separator: " ")) \(error.exit.rawValue)"
    } catch {
      return "\(error)"
    }
  }
}
