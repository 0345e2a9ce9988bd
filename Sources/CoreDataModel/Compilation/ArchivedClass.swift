import PropertyLists

/// The classes in archives of models, each with those above it (format page 5.6).
enum ArchivedClass {
  typealias Class = KeyedArchiveBuilder.Class

  static let model = Class("NSManagedObjectModel")
  static let entity = Class("NSEntityDescription")
  static let fetchIndex = Class("NSFetchIndexDescription")
  static let fetchIndexElement = Class("NSFetchIndexElementDescription")

  static let attribute = Class("NSAttributeDescription", ["NSPropertyDescription", "NSObject"])
  static let derivedAttribute = Class(
    "NSDerivedAttributeDescription", ["NSAttributeDescription", "NSPropertyDescription", "NSObject"])
  static let compositeAttribute = Class(
    "NSCompositeAttributeDescription", ["NSAttributeDescription", "NSPropertyDescription", "NSObject"])
  static let relationship = Class("NSRelationshipDescription", ["NSPropertyDescription", "NSObject"])

  static let array = Class("NSArray")
  static let mutableArray = Class("NSMutableArray", ["NSArray", "NSObject"])
  static let dictionary = Class("NSDictionary")
  static let mutableDictionary = Class("NSMutableDictionary", ["NSDictionary", "NSObject"])
  static let set = Class("NSSet")
  static let knownKeysDictionary = Class(
    "NSKnownKeysDictionary1", ["NSKnownKeysDictionary", "NSMutableDictionary", "NSDictionary", "NSObject"])
  static let knownKeysMapping = Class(
    "NSKnownKeysMappingStrategy1", ["NSKnownKeysMappingStrategy", "NSObject"])

  static let date = Class("NSDate")
  static let uuid = Class("NSUUID")
  static let decimal = Class(
    "NSDecimalNumberPlaceholder", ["NSDecimalNumber", "NSNumber", "NSValue", "NSObject"])

  static let comparison = Class("NSComparisonPredicate", ["NSPredicate", "NSObject"])
  static let comparisonOperator = Class("NSComparisonPredicateOperator", ["NSPredicateOperator", "NSObject"])
  static let constant = Class("NSConstantValueExpression", ["NSExpression", "NSObject"])
  static let selfExpression = Class("NSSelfExpression", ["NSExpression", "NSObject"])
  static let keyPath = Class("NSKeyPathExpression", ["NSFunctionExpression", "NSExpression", "NSObject"])
  static let keyPathSpecifier = Class("NSKeyPathSpecifierExpression", ["NSExpression", "NSObject"])
  static let function = Class("NSFunctionExpression", ["NSExpression", "NSObject"])
}
