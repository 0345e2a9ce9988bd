@testable import CoreDataModel
import Foundation
import PropertyLists

/// A compiled model, or one that a store caches, of the corpus.
struct RealArchive {
  /// Path in the corpus, of the model or of the store.
  let name: String
  let bytes: [UInt8]
  let model: ManagedObjectModel
  /// Which of the forms that we write is nearest to it.
  let form: ModelArchiveForm
  /// As a store holds it.
  var compressed: [UInt8]?

  /// What stands before the names of all classes that have a dot in them.
  var module: String? {
    let modules = model.entities.compactMap { entity -> String? in
      guard let name = entity.managedObjectClassName, let dot = name.firstIndex(of: "."),
        dot > name.startIndex
      else { return nil }
      return String(name[..<dot])
    }
    return Set(modules).count == 1 ? modules.first : nil
  }

  static let all: Result<[RealArchive], any Error> = Result { try compiled() + cached() }

  private static func compiled() throws -> [RealArchive] {
    try Corpus.paths { $0.hasSuffix(".mom") }.map { path in
      let bytes = try Corpus.bytes(path)
      let name = ((path as NSString).lastPathComponent as NSString).deletingPathExtension
      return RealArchive(
        name: path, bytes: bytes,
        model: try ArchivedModelReader.read(bytes, name: name, path: path).model, form: .compiled)
    }
  }

  private static func cached() throws -> [RealArchive] {
    try StoreBlobs.all.get().compactMap { store in
      guard let compressed = store.modelCache else { return nil }
      let bytes = try RawInflate.inflate(compressed)
      let model = try ArchivedModelReader.read(bytes, name: "cached model", path: store.store).model
      let list = try PropertyListReader.read(store.metadata ?? [])
      let framework = list["NSPersistenceFrameworkVersion"]?.integer ?? 0
      // Where no class is named, every entity of a framework with fetch indexes has the keys of indexes.
      let objects = KeyedArchive(try PropertyListReader.read(bytes))?.objects
      let entities = (objects ?? []).filter { $0["NSEntityName"] != nil }
      let isStripped =
        model.entities.allSatisfy { $0.managedObjectClassName == nil }
        && (framework < 836 || entities.allSatisfy { $0["NSFetchIndexDescriptions"] != nil })
      return RealArchive(
        name: store.store, bytes: bytes, model: model,
        form: .cached(hasFetchIndexes: framework >= 836, namesClasses: !isStripped), compressed: compressed)
    }
  }
}
