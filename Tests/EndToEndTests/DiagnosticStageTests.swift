import Diagnostics
import FileOperations
import Foundation
@testable import LegacyImport
import SQLite
import StoreProtection
import Testing

/// What only a fault of the program could raise: stages are run one by one, with the fault put between two.
@Suite("Diagnostics: faults between stages")
struct DiagnosticStageTests {
  /// A real import, up to the comparison with the source.
  private func beforeValidation(_ request: ImportRequest) throws -> ImportState {
    var state = ImportState(request: request, files: FileOperations(), progress: { _ in })
    for stage in ImportStages.all.prefix(while: { $0.name != "validate" }) {
      guard stage.name == "protect" else {
        try stage.run(&state)
        continue
      }
      // As that stage does, but for the environment, which all tests share.
      let store = try state.known(\.store)
      let place = try OutputPlace(output: (request.output ?? ""), source: store, with: state.files)
      state.place = place
      state.snapshot = try Snapshot(of: store, in: place.scratchFolder + "/source", with: state.files)
    }
    return state
  }

  private func request(_ fixture: Fixture, _ model: String, allowing consents: [String]) -> ImportRequest {
    var request = ImportRequest(
      store: fixture.workshop.input(fixture.store), model: fixture.workshop.input(model),
      output: fixture.workshop.output())
    request.sourceModels = [fixture.workshop.input(Fixture.model)]
    request.allowed = consents
    return request
  }

  private func validate(_ state: inout ImportState) throws -> DiagnosticError? {
    do {
      try ValidateStage().run(&state)
      return nil
    } catch let error as DiagnosticError {
      return error
    }
  }

  @Test("A loss that no consent covers ends the run, although the plan let it pass")
  func unconsented() throws {
    let fixture = try Fixture("library-1")
    let spotlight =
      #"<relationship name="spotlight" optional="YES" maxCount="1" "#
      + #"deletionRule="Nullify" destinationEntity="Book"/>"#
    try fixture.changeModel([(spotlight, ""), ("<entity name=\"Setting\"", "<entity name=\"Option\"")])
    var state = try beforeValidation(
      request(fixture, Fixture.changedModel, allowing: ["drop:Setting", "drop:Shelf.spotlight"]))
    defer { _ = state.place?.close() }
    #expect(try validate(&state) == nil)

    state.ledger = nil
    let error = try #require(try validate(&state))
    #expect(error.exit == .validationFailed)
    #expect(error.diagnostics.map(\.id.rawValue) == Array(repeating: "validation.unconsented-loss", count: 2))
    #expect(
      error.diagnostics.map { "\($0.subject.entity ?? "").\($0.subject.property ?? "") \($0.count)" } == [
        "Setting. 4", "Shelf.spotlight 2",
      ])
    #expect(error.diagnostics.allSatisfy { $0.severity == .error && !$0.recovery.isEmpty })
  }

  @Test(
    "Metadata that is not what it should be ends the run",
    arguments: ["NSStoreModelVersionHashes", "NSPersistenceFrameworkVersion", "org.example.library.session"])
  func metadata(key: String) throws {
    let fixture = try Fixture("library-1")
    try fixture.changeModel([])
    var state = try beforeValidation(request(fixture, Fixture.changedModel, allowing: []))
    defer { _ = state.place?.close() }
    #expect(try validate(&state) == nil)

    let connection = try Connection(path: state.builtPath(), mode: .readWrite)
    let bytes = try connection.rows("SELECT Z_PLIST FROM Z_METADATA")[0][0].bytes ?? []
    var list = try #require(
      PropertyListSerialization.propertyList(from: Data(bytes), format: nil) as? [String: Any])
    if var hashes = list[key] as? [String: Data] {
      hashes["Book"] = Data(repeating: 0, count: 32)
      list[key] = hashes
    } else {
      #expect(list.removeValue(forKey: key) != nil)
    }
    let changed = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
    let hex = changed.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    try connection.execute("UPDATE Z_METADATA SET Z_PLIST = x'\(hex)'")
    try connection.close()

    let error = try #require(try validate(&state))
    #expect(error.exit == .validationFailed)
    #expect(error.diagnostics.map(\.id.rawValue) == ["validation.metadata-differs"])
    #expect(error.diagnostics.map(\.count) == [1])
    #expect(error.diagnostics.allSatisfy { $0.summary.contains(key) })
  }

  @Test("A stage that runs before the one it needs says so")
  func order() throws {
    let fixture = try Fixture("library-1")
    let stages = ImportStages.all.dropFirst()
    #expect(stages.count == 13)
    for stage in stages {
      var state = ImportState(
        request: request(fixture, Fixture.model, allowing: []), files: FileOperations(), progress: { _ in })
      do {
        try stage.run(&state)
        Issue.record("\(stage.name) ran on nothing")
      } catch let error as DiagnosticError {
        #expect(error.exit == .failure)
        #expect(error.diagnostics.map(\.id.rawValue) == ["import.internal-fault"], "\(stage.name)")
      }
    }
    #expect(try fixture.workshop.scratch.contents("out") == [])
  }
}
