/// Writes what an `NSKeyedArchiver` would: objects with keys, each referred to by its number. Equal strings and
/// numbers are one object.
package struct KeyedArchiveBuilder {
  /// A class by name, and the classes above it, nearest first.
  package struct Class: Sendable, Hashable {
    package let name: String
    package let ancestors: [String]

    package init(_ name: String, _ ancestors: [String] = ["NSObject"]) {
      self.name = name
      self.ancestors = ancestors
    }
  }

  /// What is one object. A string's bytes, because Swift takes canonically equal strings for the same.
  private enum Shared: Hashable {
    case string([UInt8])
    case number(PropertyList)
  }

  /// The archive's nil.
  package static let null = PropertyList.uid(0)

  private var objects: [PropertyList] = [.string("$null")]
  private var shared: [Shared: PropertyList] = [:]
  private var classes: [Class: PropertyList] = [:]

  package init() {}

  /// A number for an object whose keys are not known yet, because they lead back to it.
  package mutating func reserve() -> PropertyList { add(.string("$null")) }

  /// - Parameter reference: of `reserve`.
  package mutating func set(_ reference: PropertyList, _ kind: Class, _ entries: [PropertyList.Entry]) {
    guard let number = reference.uid, number > 0 else { return }
    objects[Int(number)] = .dictionary(entries + [.init("$class", record(of: kind))])
  }

  package mutating func object(_ kind: Class, _ entries: [PropertyList.Entry]) -> PropertyList {
    let reference = reserve()
    set(reference, kind, entries)
    return reference
  }

  /// Nil for nil.
  package mutating func string(_ text: String?) -> PropertyList {
    guard let text else { return Self.null }
    return add(.string(text), sharedAs: .string(Array(text.utf8)))
  }

  /// A number or a truth value as an object of its own.
  package mutating func number(_ value: PropertyList) -> PropertyList { add(value, sharedAs: .number(value)) }

  /// The binary property list.
  package func bytes(root: PropertyList) -> [UInt8] {
    BinaryPropertyListWriter.write(
      .dictionary([
        .init("$version", .integer(100_000)), .init("$archiver", .string("NSKeyedArchiver")),
        .init("$top", .dictionary([.init("root", root)])), .init("$objects", .array(objects)),
      ]))
  }

  private mutating func record(of kind: Class) -> PropertyList {
    if let known = classes[kind] { return known }
    let names = ([kind.name] + kind.ancestors).map(PropertyList.string)
    let reference = add(
      .dictionary([.init("$classname", .string(kind.name)), .init("$classes", .array(names))]))
    classes[kind] = reference
    return reference
  }

  private mutating func add(_ value: PropertyList, sharedAs key: Shared) -> PropertyList {
    if let known = shared[key] { return known }
    let reference = add(value)
    shared[key] = reference
    return reference
  }

  private mutating func add(_ value: PropertyList) -> PropertyList {
    objects.append(value)
    return .uid(UInt64(objects.count - 1))
  }
}
