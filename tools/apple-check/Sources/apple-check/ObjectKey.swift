import CoreData
import Foundation

/// The `Z_PK` of an object: the last part of its URI, `x-coredata://STORE/Entity/p123`.
enum ObjectKey {
  static func of(_ id: NSManagedObjectID) -> Int64 {
    Int64(id.uriRepresentation().lastPathComponent.dropFirst()) ?? 0
  }
}
