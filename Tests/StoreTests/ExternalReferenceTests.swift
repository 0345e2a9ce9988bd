import CoreDataStore
import Testing

@Suite("External data references")
struct ExternalReferenceTests {
  private static let name = "3F2504E0-4F89-41D3-9A0C-0305E82C3301"

  @Test(
    "The first byte tells what a cell holds",
    arguments: [
      ([1, 9, 9], .inline), ([1], .inline), ([2] + Array(name.utf8) + [0], .file(name)), ([], .untagged),
      ([3, 1], .untagged), ([2], .untagged), ([2] + Array(name.utf8), .file(name)),
      ([2] + Array(name.utf8) + [1], .untagged), ([2] + Array(name.utf8.dropLast()) + [0], .untagged),
      // No way out of the folder.
      ([2] + Array("../../../../../../../../../etc/passwd/".utf8.prefix(36)) + [0], .untagged),
    ] as [([UInt8], ExternalReference)])
  func reference(bytes: [UInt8], expected: ExternalReference) {
    #expect(bytes.withUnsafeBytes { ExternalReference($0) } == expected)
  }
}
