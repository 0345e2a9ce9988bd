/// An NSKeyedArchiver archive seen as what it is: numbered values. No class is ever instantiated.
package struct KeyedArchive: Sendable {
  /// `$objects`; number 0 stands for nil.
  package let objects: [PropertyList]
  /// What `$top.root` refers to.
  package let root: PropertyList

  /// - Returns: nil when the list is no keyed archive with a single root.
  package init?(_ list: PropertyList) {
    guard list["$archiver"] == .string("NSKeyedArchiver"), list["$version"] == .integer(100_000),
      let objects = list["$objects"]?.elements, let number = list["$top"]?["root"]?.uid,
      number > 0, number < UInt64(objects.count)
    else { return nil }
    self.objects = objects
    root = objects[Int(number)]
  }

  /// The object that a reference leads to; nil for the archive's nil, and where it leads nowhere.
  package func object(_ reference: PropertyList?) -> PropertyList? {
    guard let number = reference?.uid, number > 0, number < UInt64(objects.count) else { return nil }
    return objects[Int(number)]
  }

  /// The name of an object's class; nil for a string, a number or a class record.
  package func className(of object: PropertyList) -> String? {
    self.object(object["$class"])?["$classname"]?.string
  }
}
