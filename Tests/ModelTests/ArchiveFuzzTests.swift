import CoreDataModel
import Diagnostics
import Foundation
import PropertyLists
import Testing

/// Archives with bytes changed at random: each is read, or refused with a diagnostic, and soon.
@Suite struct ArchiveFuzzTests {
  /// SplitMix64: the same changes in every run.
  private struct Random: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }

  private static let answers: Set<DiagnosticID> = [
    .modelNotAModel, .modelUnreadable, .modelInvalid, .modelInconsistent, .modelUnsupportedForm,
  ]

  private static func change(_ bytes: [UInt8], _ random: inout Random) -> [UInt8] {
    var changed = bytes
    switch Int.random(in: 0..<8, using: &random) {
    case 0: changed.removeLast(Int.random(in: 1...changed.count, using: &random))
    case 1:
      let start = Int.random(in: 0..<changed.count, using: &random)
      changed.removeSubrange(start..<min(changed.count, start + Int.random(in: 1...64, using: &random)))
    case 2:
      let start = Int.random(in: 0..<changed.count, using: &random)
      let piece = changed[start..<min(changed.count, start + 64)]
      changed.insert(contentsOf: piece, at: Int.random(in: 0...changed.count, using: &random))
    default:
      // Most changes fall where references and counts are; in the last bytes the table of offsets.
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        let end = Bool.random(using: &random) ? changed.count : min(changed.count, 4096)
        changed[Int.random(in: 0..<end, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
    }
    return changed
  }

  /// - Returns: how many were read all the same, and how many refused.
  private static func run(_ bytes: [UInt8], times: Int, seed: UInt64) -> (read: Int, refused: Int) {
    var random = Random(state: seed)
    var result = (read: 0, refused: 0)
    for turn in 0..<times {
      let changed = change(bytes, &random)
      do throws(ModelError) {
        // Each reader refuses what is the other's.
        let root = (try? PropertyListReader.read(changed)).flatMap { KeyedArchive($0) }
          .flatMap { $0.className(of: $0.root) }
        if root == "XDPMModel" {
          _ = try ElementsModelReader.read(changed, name: "f", path: "f")
        } else {
          _ = try ArchivedModelReader.read(changed, name: "f", path: "f")
        }
        result.read += 1
      } catch {
        result.refused += 1
        #expect(answers.contains(error.diagnostic.id), "seed \(seed), turn \(turn): \(error.diagnostic.id)")
      }
    }
    return result
  }

  @Test func handMade() throws {
    let elements = HandMadeElements(entities: [
      .init(
        name: "E", properties: [HandMadeElements.attribute(700), HandMadeElements.attribute(100, name: "b")])
    ])
    let result = Self.run(elements.bytes(), times: 3000, seed: 1)
    #expect(result.read > 0 && result.refused > 1000)
  }

  @Test(.enabled(if: Corpus.isPresent, "needs ../shared")) func real() throws {
    let names = FileManager.default.enumerator(atPath: Corpus.root.path)?.allObjects as? [String] ?? []
    let archives = names.filter { $0.hasSuffix(".mom") || $0.hasSuffix("/elements") }.sorted()
    try #require(archives.count >= 20)
    var (read, refused) = (0, 0)
    for (index, name) in archives.enumerated() {
      let bytes = try Array(Data(contentsOf: Corpus.root.appendingPathComponent(name)))
      guard bytes.count < 100_000 else { continue }
      let result = Self.run(bytes, times: 60, seed: UInt64(index))
      (read, refused) = (read + result.read, refused + result.refused)
    }
    #expect(read > 10 && refused > 300)
  }
}
