import CoreData
import Foundation

/// Opens a copy of a store with Apple's Core Data and reads every object, attribute and relationship.
struct StoreReader {
  let model: NSManagedObjectModel
  /// Of the store's main file.
  let store: URL

  private static let batch = 500

  /// - Throws: what Core Data has against the store: it does not fit the model, or cannot be opened.
  func read() throws -> [String: Any] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("apple-check-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let copy = try copied(to: folder)

    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    // No migration of Core Data's own: the store must be what it says.
    _ = try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: copy,
      options: [
        NSReadOnlyPersistentStoreOption: true, NSMigratePersistentStoresAutomaticallyOption: false,
        NSInferMappingModelAutomaticallyOption: false,
      ])
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    context.undoManager = nil

    var entities: [[String: Any]] = []
    var attributes: [[String: Any]] = []
    var relationships: [[String: Any]] = []
    for entity in model.entities.sorted(by: { ($0.name ?? "") < ($1.name ?? "") }) where !entity.isAbstract {
      try read(entity, in: context, &entities, &attributes, &relationships)
    }
    return ["entities": entities, "attributes": attributes, "relationships": relationships]
  }

  /// The store, its log and its external data: Core Data writes beside what it opens.
  private func copied(to folder: URL) throws -> URL {
    let name = store.lastPathComponent
    let home = store.deletingLastPathComponent()
    let copy = folder.appendingPathComponent(name)
    let support = ".\(store.deletingPathExtension().lastPathComponent)_SUPPORT"
    for item in [name, name + "-wal", name + "-journal", support] {
      let source = home.appendingPathComponent(item)
      guard FileManager.default.fileExists(atPath: source.path) else { continue }
      try FileManager.default.copyItem(at: source, to: folder.appendingPathComponent(item))
    }
    return copy
  }

  private func read(
    _ entity: NSEntityDescription, in context: NSManagedObjectContext, _ entities: inout [[String: Any]],
    _ attributes: inout [[String: Any]], _ relationships: inout [[String: Any]]
  ) throws {
    let name = entity.name ?? ""
    let request = NSFetchRequest<NSManagedObjectID>(entityName: name)
    request.includesSubentities = false
    request.resultType = .managedObjectIDResultType
    let ids = try context.fetch(request).sorted { ObjectKey.of($0) < ObjectKey.of($1) }

    var values = entity.attributesByName.values.filter { !$0.isTransient }.sorted { $0.name < $1.name }
      .map(AttributeTally.init)
    var links = entity.relationshipsByName.values.filter { !$0.isTransient }.sorted { $0.name < $1.name }
      .map(RelationshipTally.init)
    for start in stride(from: 0, to: ids.count, by: Self.batch) {
      try autoreleasepool {
        for id in ids[start..<min(start + Self.batch, ids.count)] {
          let object = try context.existingObject(with: id)
          let key = ObjectKey.of(id)
          for index in values.indices { values[index].take(object.value(forKey: values[index].name), key: key) }
          for index in links.indices { links[index].take(object, key: key) }
        }
        context.reset()
      }
    }
    entities.append(["entity": name, "count": ids.count])
    attributes += values.map { $0.json(entity: name) }
    relationships += links.map { $0.json(entity: name) }
  }
}
