import CoreDataModel

/// A model in a few words, one entity to a line.
///
///     Brew: notes, rating int! = 5, person > Barista/brews
///     Espresso(Brew): bar double
///     Barista: name<title, brews >> Brew/person, unique(name)
///
/// `!` is required, `= x` a default, `<old` a renaming identifier; `>` is a to-one, `>>` a to-many, `>>>` an ordered one,
/// `/inverse` its inverse; `*` behind an entity's name makes it abstract.
struct ModelSketch {
  private(set) var xml = ""

  init(_ text: String) {
    for line in text.split(separator: "\n") where !line.allSatisfy(\.isWhitespace) {
      xml += Self.entity(String(line))
    }
  }

  /// The document a version's `contents` holds.
  var contents: String {
    #"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#
      + #"<model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" "#
      + #"lastSavedToolsVersion="22758" systemVersion="23F79" minimumToolsVersion="Automatic" "#
      + #"sourceLanguage="Swift" userDefinedModelVersionIdentifier="">"# + xml + "</model>"
  }

  private static let types = [
    "int": "Integer 64", "int16": "Integer 16", "int32": "Integer 32", "double": "Double", "float": "Float",
    "bool": "Boolean", "date": "Date", "decimal": "Decimal", "uuid": "UUID", "uri": "URI", "binary": "Binary",
    "external": "Binary", "string": "String",
  ]

  private static func entity(_ line: String) -> String {
    let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimming() }
    let (head, identifier) = renamed(parts[0])
    let isAbstract = head.hasSuffix("*")
    let names = head.filter { $0 != "*" }.split { "()".contains($0) }.map(String.init)
    var items: [String] = []
    var depth = 0
    var item = ""
    for character in parts.count > 1 ? parts[1] : "" {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if character == ",", depth == 0 {
        items.append(item)
        item = ""
      } else {
        item.append(character)
      }
    }
    items = (items + [item]).map { $0.trimming() }.filter { !$0.isEmpty }
    let constraints = items.filter { $0.hasPrefix("unique(") }.map { item in
      "<uniquenessConstraint>"
        + item.dropFirst(7).dropLast().split(separator: "+").map { "<constraint value=\"\($0)\"/>" }.joined()
        + "</uniquenessConstraint>"
    }
    return #"<entity name="\#(names[0])" representedClassName="\#(names[0])" syncable="YES" "#
      + (names.count > 1 ? #"parentEntity="\#(names[1])" "# : "")
      + (isAbstract ? #"isAbstract="YES" "# : "") + (identifier.map { #"elementID="\#($0)""# } ?? "") + ">"
      + items.filter { !$0.hasPrefix("unique(") }.map(property).joined()
      + (constraints.isEmpty ? "" : "<uniquenessConstraints>\(constraints.joined())</uniquenessConstraints>")
      + "</entity>"
  }

  private static func property(_ item: String) -> String {
    let words = item.split(separator: " ").map(String.init)
    if let arrow = words.firstIndex(where: { $0.allSatisfy { $0 == ">" } }) {
      return relationship(words[0], words[arrow], words[arrow + 1])
    }
    var type = "String"
    var isRequired = false
    var value: String?
    let (name, identifier) = renamed(words[0])
    if let equals = words.firstIndex(of: "=") { value = words[(equals + 1)...].joined(separator: " ") }
    for word in [name] + words.dropFirst().prefix(while: { $0 != "=" }) {
      if word.hasSuffix("!") { isRequired = true }
      if let known = types[word.filter { $0 != "!" }], word != name { type = known }
    }
    return #"<attribute name="\#(name.filter { $0 != "!" })" attributeType="\#(type)" "#
      + (isRequired ? "" : #"optional="YES" "#)
      + (words.contains { $0.hasPrefix("external") } ? #"allowsExternalBinaryDataStorage="YES" "# : "")
      + (value.map { #"defaultValueString="\#($0)" "# } ?? "")
      + (identifier.map { #"elementID="\#($0)""# } ?? "") + "/>"
  }

  private static func relationship(_ first: String, _ arrow: String, _ target: String) -> String {
    let (name, identifier) = renamed(first)
    let ends = target.split(separator: "/").map(String.init)
    let destination = ends[0].filter { $0 != "!" }
    return #"<relationship name="\#(name)" destinationEntity="\#(destination)" deletionRule="Nullify" "#
      + (target.hasSuffix("!") ? "" : #"optional="YES" "#)
      + (arrow.count > 1 ? #"toMany="YES" "# : #"maxCount="1" "#)
      + (arrow.count > 2 ? #"ordered="YES" "# : "")
      + (ends.count > 1
        ? #"inverseName="\#(ends[1].filter { $0 != "!" })" inverseEntity="\#(destination)" "# : "")
      + (identifier.map { #"elementID="\#($0)""# } ?? "") + "/>"
  }

  private static func renamed(_ word: String) -> (String, identifier: String?) {
    let parts = word.split(separator: "<").map(String.init)
    return (parts[0], parts.count > 1 ? parts[1] : nil)
  }
}

extension StringProtocol {
  func trimming() -> String {
    String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}
