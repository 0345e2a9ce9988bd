import Diagnostics
import FileOperations
import Foundation
import Testing

@testable import StoreProtection

/// A set-aside and its undo that fail, or stop, at every single call.
@Suite("Set aside: faults")
struct AsideFaultTests {
  enum Way: String, CaseIterable, Sendable {
    case away, back

    func run(_ fixture: AsideFixture, _ plan: String? = nil) throws {
      if self == .away { try fixture.away(plan) } else { try fixture.back(plan) }
    }

    func prepare(_ fixture: AsideFixture) throws {
      if self == .back { try fixture.away() }
    }
  }

  private static let most = 400

  /// A full disk and another one matter where something is made or moved; the first of all errors everywhere.
  private static let failures: [(plan: String, fewest: Int)] = [
    ("*:N:fail:EIO", 40), ("aside.move:N:fail:EXDEV", 7), ("aside.list:N:fail:ENOSPC", 7),
    ("aside.sync:N:fail:ENOSPC", 8),
  ]

  @Test("One call fails: everything is where it was", arguments: Way.allCases, failures.indices)
  func failing(_ way: Way, _ index: Int) throws {
    var failures = 0
    let (plan, fewest) = Self.failures[index]
    for passage in 1...Self.most {
      let fixture = try AsideFixture(.full)
      try way.prepare(fixture)
      let fault = plan.replacing("N", with: "\(passage)", maxReplacements: 1)
      let words = "\(way) \(fault)"
      do {
        try way.run(fixture, fault)
      } catch is AsideFixture.NoFault {
        break
      } catch let error as DiagnosticError {
        failures += 1
        #expect(error.exit == (plan.contains("ENOSPC") ? .noSpace : .failure), "\(words): \(error)")
        #expect(error.diagnostics.count == 1, "\(words): \(error)")
        // An undo may have brought all back, and only its folder not away.
        let isDone = try way == .back && fixture.own().contains("L.sqlite")
        if way == .away { try fixture.checkBefore(words) } else if !isDone { try fixture.checkAway(words) }
      }
      try fixture.checkOrder(words)
      // Everything is where it was: some are enough to see that the command still works then.
      if way == .away, passage % 4 != 0 { continue }
      try way.run(fixture)
      if way == .away { try fixture.back() }
      try fixture.checkBefore(words)
    }
    let least = way == .back && plan.contains("list") ? 0 : fewest
    #expect((least..<Self.most).contains(failures))
  }

  /// Nothing can be done after the call: what is on the disk then is what a kill leaves.
  @Test(
    "Everything stops at a call: either command goes on from there", arguments: Way.allCases, Way.allCases)
  func stopping(_ way: Way, _ next: Way) throws {
    var halves = 0
    // The two ways to go on share the calls.
    for passage in stride(from: next == .away ? 1 : 2, through: Self.most, by: 2) {
      let fixture = try AsideFixture(.full)
      try way.prepare(fixture)
      let words = "\(way) \(passage), then \(next)"
      do {
        try way.run(fixture, "*:\(passage)+:fail:EIO")
      } catch is AsideFixture.NoFault {
        break
      } catch let error as DiagnosticError {
        #expect(error.exit == .failure, "\(words): \(error)")
        halves += error.diagnostics.contains { $0.id == .setAsideUnfinished } ? 1 : 0
      }
      try fixture.checkOrder(words)
      let isHalf = try !fixture.folders().isEmpty && fixture.own().contains("L.sqlite")
      if isHalf, try fixture.own().count < 4 {
        let error = #expect(throws: DiagnosticError.self) {
          try AsideFolder.refuseCutShort(of: fixture.path, with: FileOperations())
        }
        #expect(error?.diagnostics.first?.id == .setAsideUnfinished, "\(words)")
      }
      try next.run(fixture)
      if next == .away {
        try fixture.checkAway(words)
        try fixture.back()
      }
      try fixture.checkBefore(words)
    }
    #expect(halves >= 8)
  }

  @Test("Without the call that never replaces", arguments: ["EINVAL", "ENOSYS", "ENOTSUP"])
  func withoutTheCall(_ code: String) throws {
    for passage in 1...20 {
      let fixture = try AsideFixture(.full)
      do {
        try fixture.away("aside.move:\(passage):fail:\(code)")
        try fixture.checkAway("\(passage)")
        try fixture.back("aside.move:\(passage):fail:\(code)")
      } catch is AsideFixture.NoFault {
        #expect(passage == 8)
        break
      }
      try fixture.checkBefore("\(passage)")
    }
  }

  @Test("A file with both names, as a move by links leaves it that was cut short", arguments: Way.allCases)
  func bothNames(_ next: Way) throws {
    let fixture = try AsideFixture(.full)
    #expect(throws: DiagnosticError.self) { try fixture.away("aside.move:2+:fail:EIO") }
    let folder = try #require(fixture.folders().first)
    try FileManager.default.linkItem(
      atPath: fixture.scratch("L.sqlite-journal"), toPath: fixture.scratch(folder + "/L.sqlite-journal"))
    try next.run(fixture)
    if next == .away {
      try fixture.checkAway("both")
      try fixture.back()
    }
    try fixture.checkBefore("both")
  }

  @Test("Bytes that cannot be read")
  func unreadableBytes() throws {
    // Every reading of bytes fails, as on a broken disk: a rename needs none.
    let fixture = try AsideFixture(.full)
    let result = try fixture.away("file.read:1+:fail:EIO,aside.read:1+:fail:EIO")
    #expect(result.outcome == .setAside)
    try fixture.checkAway("unreadable")
    try fixture.back()
    try fixture.checkBefore("unreadable")
  }

  @Test("Somebody opens it just before the first rename, or while its files move", arguments: [6, 7])
  func openedMeanwhile(_ passage: Int) throws {
    let fixture = try AsideFixture(.full)
    let error = #expect(throws: DiagnosticError.self) {
      // The answer of a system in which somebody has the file open.
      try fixture.away("place.lock:\(passage)+:fail:EAGAIN")
    }
    #expect(error?.exit == .inUse && error?.diagnostics.map(\.id) == [.storeInUse])
    try fixture.checkBefore("opened")
  }
}
