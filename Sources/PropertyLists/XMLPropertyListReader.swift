import XMLTree

/// Reads Apple's XML property lists. The document type may be named; it is never fetched.
package enum XMLPropertyListReader {
  /// - Throws: `PropertyListError`.
  package static func read(
    _ bytes: [UInt8], limits: PropertyListLimits = PropertyListLimits()
  ) throws(PropertyListError) -> PropertyList {
    let document: XMLDocument
    do {
      // `plist` itself stands around the first container.
      document = try XMLDocument(
        parsing: bytes,
        limits: XMLLimits(bytes: limits.bytes, elements: limits.values, depth: limits.depth + 1))
    } catch {
      throw PropertyListError.invalidXML(line: error.line ?? 0, reason: "\(error)")
    }
    guard document.root.name == "plist" else { throw PropertyListError.unknownForm }
    guard let top = document.root.children.first, document.root.children.count == 1 else {
      throw PropertyListError.invalidXML(
        line: document.root.line, reason: "plist must hold exactly one value")
    }
    return try value(of: top)
  }

  private static func value(of element: XMLElement) throws(PropertyListError) -> PropertyList {
    switch element.name {
    case "dict": return try dictionary(element)
    case "array":
      var elements: [PropertyList] = []
      for child in element.children { elements.append(try value(of: child)) }
      return .array(elements)
    case "string": return .string(element.text)
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    case "integer":
      if let integer = XMLPropertyListScalar.integer(element.text) { return integer }
    case "real":
      if let real = XMLPropertyListScalar.real(element.text) { return .real(real) }
    case "date":
      if let seconds = XMLPropertyListScalar.date(element.text) { return .date(seconds) }
    case "data":
      if let bytes = Base64.decode(element.text) { return .data(bytes) }
    default:
      throw PropertyListError.invalidXML(line: element.line, reason: "unknown element in a property list")
    }
    throw PropertyListError.invalidXML(line: element.line, reason: "not a valid \(element.name)")
  }

  private static func dictionary(_ element: XMLElement) throws(PropertyListError) -> PropertyList {
    var entries: [PropertyList.Entry] = []
    var seen: Set<[UInt8]> = []
    var children = element.children[...]
    while let key = children.popFirst() {
      guard key.name == "key", let child = children.popFirst(), child.name != "key" else {
        throw PropertyListError.invalidXML(line: key.line, reason: "keys and values must take turns")
      }
      guard seen.insert(Array(key.text.utf8)).inserted else {
        throw PropertyListError.invalidXML(line: key.line, reason: "a key stands twice")
      }
      entries.append(PropertyList.Entry(key.text, try value(of: child)))
    }
    // The XML form has no element for a reference; Core Foundation takes just this for one.
    if entries.count == 1, let only = entries.first, only.key == "CF$UID", let number = only.value.integer,
      let uid = UInt32(exactly: number)
    {
      return .uid(UInt64(uid))
    }
    return .dictionary(entries)
  }
}
