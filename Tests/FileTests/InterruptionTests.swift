import FileOperations
import Foundation
import Testing

/// In a process of its own: what a signal asked for cannot be taken back.
struct InterruptionTests {
  @Test func whatIsUninterruptedRunsToItsEnd() async throws {
    let folder = try TemporaryFolder()
    try folder.write("bytes", to: "a")
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      let files = FileOperations(faults: FaultPlan(rules: []))
      let digest = try files.digest(of: path + "/a")
      Interruption.listen()
      kill(getpid(), SIGTERM)
      while !Interruption.isRequested { usleep(1000) }
      #expect(throws: FileError(operation: "go on reading", path: path + "/a", code: ECANCELED)) {
        try files.digest(of: path + "/a")
      }
      #expect(throws: FileError(operation: "go on copying", path: path + "/a", code: ECANCELED)) {
        try files.copyHashing(from: path + "/a", to: path + "/b")
      }
      let uninterrupted = files.uninterrupted
      try #require(try uninterrupted.digest(of: path + "/a") == digest)
      try #require(try uninterrupted.copyHashing(from: path + "/a", to: path + "/c") == digest)
      try #require(uninterrupted.faults === files.faults)
    }
    #expect(try folder.everything() == ["a", "c"])
    #expect(try folder.text("c") == "bytes")
  }
}
