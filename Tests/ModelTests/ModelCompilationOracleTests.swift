@testable import CoreDataModel
import Foundation
import PropertyLists
import TestSupport
import Testing

/// What is written, read by Python: its own property lists, and a reader of models that shares no code with ours.
@Suite struct ModelCompilationOracleTests {
  private struct Expectation: Encodable {
    let file: String
    let hashes: [String: String]
  }

  @Test(.enabled(if: Corpus.isPresent && Python.isPresent, "needs ../shared"))
  func everyModelOfTheCorpus() throws {
    let folder = try TemporaryFolder()
    let forms: [ModelArchiveForm] = [.compiled, .cached(hasFetchIndexes: true, namesClasses: true)]
    var expectations: [Expectation] = []
    var (written, refused) = ([0, 0], [0, 0])
    let archives = try RealArchive.all.get().map { ($0.model, VersionHash.hashes(of: $0.model)) }
    var seen: Set<[String: [UInt8]]> = []
    // Versions that no hash tells apart are taken once.
    let sources = try SourceModel.all.get().filter { seen.insert($0.hashes).inserted }
    let models = LongTests.some(of: sources.map { ($0.model, $0.hashes) } + archives, every: 3)
    for (model, hashes) in models {
      for (index, form) in forms.enumerated() {
        guard let bytes = try? ModelCompiler.archive(model, as: form, module: "App") else {
          refused[index] += 1
          continue
        }
        written[index] += 1
        let file = folder.path("\(expectations.count)")
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        expectations.append(
          Expectation(file: file, hashes: hashes.mapValues { Data($0).base64EncodedString() }))
      }
    }
    let list = folder.path("list.json")
    try JSONEncoder().encode(expectations).write(to: URL(fileURLWithPath: list))
    let oracle = Corpus.root.deletingLastPathComponent().appendingPathComponent("oracle").path
    let printed = try Python.run(Self.script, [oracle, list])
    print("oracle: \(written[0]) .mom and \(written[1]) caches; refused \(refused)")
    #expect(printed == "\(expectations.count) right\n")
    let least = LongTests.areWanted ? (263, 268) : (85, 85)
    #expect(written[0] >= least.0 && written[1] >= least.1)
  }

  /// Also: one root, every reference in range and to something, every object referred to; and `_P` says what the keys say.
  private static let script = """
    import base64, json, plistlib, sys
    sys.path.insert(0, sys.argv[1])
    import decode_model
    right = 0
    for case in json.load(open(sys.argv[2])):
        data = open(case['file'], 'rb').read()
        entities = decode_model.decode(data)
        hashes = {name: base64.b64encode(decode_model.ent_hash(name, entities)).decode() for name in entities}
        assert hashes == case['hashes'], case['file']
        archive = plistlib.loads(data)
        assert set(archive) == {'$version', '$archiver', '$top', '$objects'} and archive['$version'] == 100000
        assert archive['$top'] == {'root': plistlib.UID(1)} and archive['$objects'][0] == '$null'
        objects, used = archive['$objects'], {0, 1}
        def visit(value):
            if isinstance(value, plistlib.UID):
                assert value.data < len(objects)
                used.add(value.data)
            elif isinstance(value, dict):
                for inner in value.values(): visit(inner)
            elif isinstance(value, list):
                for inner in value: visit(inner)
        for value in objects: visit(value)
        assert used == set(range(len(objects)))
        texts = [value for value in objects if isinstance(value, str)]
        assert len(texts) == len(set(texts))
        for value in objects:
            if not isinstance(value, dict) or '_P' not in value: continue
            bits = 1 | 2 * ('NSIsOptional' in value) | 4 * ('NSIsReadOnly' in value) | 8 * ('NSIsTransient' in value)
            bits |= 16 * ('NSValidationPredicates' not in value) | 32 * ('NSValidationWarnings' not in value)
            bits |= 64 * ('NSUserInfo' not in value) | 128 * ('NSVersionHashModifier' not in value)
            bits |= 256 * ('NSIndexedBySpotlight' in value) | 1024 * ('NSIsOrdered' in value)
            bits |= 2048 * ('NSAllowsCloudEncryption' in value)
            assert bits == value['_P'], (case['file'], bits, value['_P'])
        right += 1
    print(right, 'right')
    """
}
