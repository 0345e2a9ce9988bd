import CoreDataModel
import Diagnostics
import Foundation
import PropertyLists
import TestSupport
import Testing

/// Archives with bytes changed at random: each is read, or refused with a diagnostic, and soon.
@Suite struct ArchiveFuzzTests {
  private static let answers: Set<DiagnosticID> = [
    .modelNotAModel, .modelUnreadable, .modelInvalid, .modelInconsistent, .modelUnsupportedForm,
  ]

  /// - Returns: how many were read all the same, and how many refused.
  private static func run(_ bytes: [UInt8], times: Int, seed: UInt64) -> (read: Int, refused: Int) {
    var random = FuzzRandom(seed: seed)
    var result = (read: 0, refused: 0)
    for turn in 0..<times {
      let changed = random.change(bytes)
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
    let result = Self.run(elements.bytes(), times: FuzzRandom.turns(1500), seed: 1)
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
      let result = Self.run(bytes, times: FuzzRandom.turns(60), seed: UInt64(index))
      (read, refused) = (read + result.read, refused + result.refused)
    }
    #expect(read > 10 && refused > 300)
  }
}
