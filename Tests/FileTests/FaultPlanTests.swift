import FileOperations
import Testing

struct FaultPlanTests {
  @Test func aPlanIsReadFromItsText() throws {
    let plan = try FaultPlan(
      parsing: "output.place:1:kill,copy.store:2+:fail:ENOSPC,*:3:short,file.read:4:fail:5")
    #expect(
      plan.rules == [
        FaultRule(point: "output.place", passage: 1, action: .kill),
        FaultRule(point: "copy.store", passage: 2, lasts: true, action: .fail(code: 28)),
        FaultRule(point: nil, passage: 3, action: .short),
        FaultRule(point: "file.read", passage: 4, action: .fail(code: 5)),
      ])
  }

  @Test(arguments: [
    "", "output.place", "output.place:1", ":1:kill", "a.b:0:kill", "a.b:x:kill", "a.b:1:explode",
    "a.b:1:fail",
    "a.b:1:fail:ENOSUCH", "a.b:1:kill:now", "a.b:1:kill,", "a.b:1:fail:0",
  ])
  func aFaultyPlanIsRefused(text: String) {
    #expect(throws: FaultPlanError.self) { try FaultPlan(parsing: text) }
  }

  @Test func aFaultHappensAtItsPassageAndOnlyThere() throws {
    let folder = try TemporaryFolder()
    let files = FileOperations(faults: try FaultPlan(parsing: "test.made:2:fail:ENOSPC"))
    try files.createFolder(folder("1"), at: "test.made")
    try files.createFolder(folder("other"), at: "test.other")
    #expect(throws: FileError(operation: "make the folder", path: folder("2"), code: 28)) {
      try files.createFolder(folder("2"), at: "test.made")
    }
    try files.createFolder(folder("3"), at: "test.made")
    #expect(try folder.everything() == ["1/", "3/", "other/"])
    #expect(files.faults?.faults == 1)
    #expect(files.faults?.passages(of: "test.made") == 3)
    #expect(files.faults?.passages == 4)
  }

  @Test func aFaultThatLastsGoesOn() throws {
    let folder = try TemporaryFolder()
    let files = FileOperations(faults: try FaultPlan(parsing: "*:2+:fail:EIO"))
    try files.createFolder(folder("1"))
    for name in ["2", "3"] {
      #expect(throws: FileError.self) { try files.createFolder(folder(name)) }
    }
    #expect(try folder.everything() == ["1/"])
  }

  @Test func anInterruptedCallIsMadeAgain() throws {
    let folder = try TemporaryFolder()
    let files = FileOperations(faults: try FaultPlan(parsing: "test.made:1:fail:EINTR"))
    try files.createFolder(folder("1"), at: "test.made")
    #expect(try folder.everything() == ["1/"])
    #expect(files.faults?.passages(of: "test.made") == 2)
  }

  @Test func killEndsTheProcess() async throws {
    let folder = try TemporaryFolder()
    await #expect(processExitsWith: .signal(9)) { [path = folder.path as String] in
      let files = FileOperations(faults: try FaultPlan(parsing: "test.made:2:kill"))
      try files.createFolder(path + "/1", at: "test.made")
      try files.createFolder(path + "/2", at: "test.made")
    }
    #expect(try folder.everything() == ["1/"])
  }

  @Test func passagesAreCountedOverAllThreads() async throws {
    let folder = try TemporaryFolder()
    let files = FileOperations(faults: FaultPlan(rules: []))
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<250 { _ = try? files.status(of: folder.path, at: "test.seen") }
        }
      }
    }
    #expect(files.faults?.passages(of: "test.seen") == 2000)
  }
}
