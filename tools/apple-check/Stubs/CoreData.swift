// What apple-check uses of Core Data, declared and no more, so that it can be type-checked where there is no Core Data.
// Made from Apple's public documentation; nothing here runs.
import Foundation

public let NSSQLiteStoreType = "SQLite"
public let NSReadOnlyPersistentStoreOption = "NSReadOnlyPersistentStoreOption"
public let NSMigratePersistentStoresAutomaticallyOption = "NSMigratePersistentStoresAutomaticallyOption"
public let NSInferMappingModelAutomaticallyOption = "NSInferMappingModelAutomaticallyOption"

public enum NSAttributeType: UInt {
  case undefinedAttributeType = 0
  case integer16AttributeType = 100
  case integer32AttributeType = 200
  case integer64AttributeType = 300
  case decimalAttributeType = 400
  case doubleAttributeType = 500
  case floatAttributeType = 600
  case stringAttributeType = 700
  case booleanAttributeType = 800
  case dateAttributeType = 900
  case binaryDataAttributeType = 1000
  case UUIDAttributeType = 1100
  case URIAttributeType = 1200
  case transformableAttributeType = 1800
  case objectIDAttributeType = 2000
  case compositeAttributeType = 2100
}

open class NSPropertyDescription: NSObject {
  public var name: String { fatalError() }
  public var isTransient: Bool { fatalError() }
}

open class NSAttributeDescription: NSPropertyDescription {
  public var attributeType: NSAttributeType { fatalError() }
}

open class NSRelationshipDescription: NSPropertyDescription {
  public var isOrdered: Bool { fatalError() }
}

open class NSEntityDescription: NSObject {
  public var name: String? { fatalError() }
  public var isAbstract: Bool { fatalError() }
  public var attributesByName: [String: NSAttributeDescription] { fatalError() }
  public var relationshipsByName: [String: NSRelationshipDescription] { fatalError() }
}

open class NSManagedObjectModel: NSObject {
  public convenience init?(contentsOf url: URL) { fatalError() }
  public var entities: [NSEntityDescription] { fatalError() }
}

open class NSManagedObjectID: NSObject {
  public func uriRepresentation() -> URL { fatalError() }
}

open class NSManagedObject: NSObject {
  public var objectID: NSManagedObjectID { fatalError() }
  public var managedObjectContext: NSManagedObjectContext? { fatalError() }
  public func value(forKey key: String) -> Any? { fatalError() }
}

open class NSPersistentStore: NSObject {}

open class NSPersistentStoreCoordinator: NSObject {
  public init(managedObjectModel model: NSManagedObjectModel) { fatalError() }
  public func addPersistentStore(
    ofType storeType: String, configurationName configuration: String?, at storeURL: URL?,
    options: [AnyHashable: Any]?
  ) throws -> NSPersistentStore { fatalError() }
}

public enum NSManagedObjectContextConcurrencyType: UInt { case mainQueueConcurrencyType = 2 }

public struct NSFetchRequestResultType: OptionSet {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let managedObjectIDResultType = NSFetchRequestResultType(rawValue: 1)
}

public class NSFetchRequest<ResultType>: NSObject {
  public convenience init(entityName: String) { fatalError() }
  public var includesSubentities: Bool = true
  public var resultType = NSFetchRequestResultType(rawValue: 0)
}

open class NSManagedObjectContext: NSObject {
  public init(concurrencyType ct: NSManagedObjectContextConcurrencyType) { fatalError() }
  public var persistentStoreCoordinator: NSPersistentStoreCoordinator?
  public var undoManager: AnyObject?
  public func fetch<T>(_ request: NSFetchRequest<T>) throws -> [T] { fatalError() }
  public func existingObject(with objectID: NSManagedObjectID) throws -> NSManagedObject { fatalError() }
  public func reset() { fatalError() }
}
