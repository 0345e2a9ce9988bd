import CoreData
import Foundation

// apple-check MODEL STORE: what Apple's Core Data finds in STORE, as JSON for `import-legacy verify --apple`.

func fail(_ message: String) -> Never {
  FileHandle.standardError.write(Data("apple-check: \(message)\n".utf8))
  exit(2)
}

let arguments = CommandLine.arguments
guard arguments.count == 3 else {
  FileHandle.standardError.write(Data("usage: apple-check MODEL.mom STORE.sqlite > FILE.json\n".utf8))
  exit(64)
}
guard let model = NSManagedObjectModel(contentsOf: URL(fileURLWithPath: arguments[1])) else {
  fail("Core Data cannot read the compiled model.")
}
do {
  let body = try StoreReader(model: model, store: URL(fileURLWithPath: arguments[2])).read()
  let system = ProcessInfo.processInfo.operatingSystemVersionString
  let report: [String: Any] = ["formatVersion": 1, "body": body, "meta": ["tool": "apple-check", "system": system]]
  let data = try JSONSerialization.data(withJSONObject: report, options: [.prettyPrinted, .sortedKeys])
  FileHandle.standardOutput.write(data + Data("\n".utf8))
} catch {
  fail("Core Data cannot read the store: \(error)")
}
