import CLibXML2

/// libxml2's callbacks, each handed on to the `XMLTreeBuilder` behind the pointer.
enum XMLTreeEvents {
  static func handler() -> xmlSAXHandler {
    var handler = xmlSAXHandler()
    handler.initialized = UInt32(XML_SAX2_MAGIC)
    handler.startElementNs = { pointer, name, prefix, _, _, _, count, _, fields in
      XMLTreeEvents.builder(pointer)?.start(
        name: XMLTreeEvents.qualified(name, prefix),
        attributes: XMLTreeEvents.attributes(count: Int(count), fields: fields))
    }
    handler.endElementNs = { pointer, _, _, _ in XMLTreeEvents.builder(pointer)?.end() }
    handler.characters = { pointer, bytes, count in
      XMLTreeEvents.builder(pointer)?.characters(UnsafeBufferPointer(start: bytes, count: Int(count)))
    }
    handler.cdataBlock = handler.characters
    handler.entityDecl = { pointer, _, _, _, _, _ in XMLTreeEvents.builder(pointer)?.refuseEntities() }
    handler.unparsedEntityDecl = { pointer, _, _, _, _ in
      XMLTreeEvents.builder(pointer)?.refuseEntities()
    }
    // Asked for every entity but the five of XML itself. A document with an external DTD, as a property
    // list has, may name entities that it does not declare.
    handler.getEntity = { pointer, _ in
      XMLTreeEvents.builder(pointer)?.refuseEntities()
      return nil
    }
    handler.getParameterEntity = handler.getEntity
    return handler
  }

  private static func builder(_ pointer: UnsafeMutableRawPointer?) -> XMLTreeBuilder? {
    pointer.map { Unmanaged<XMLTreeBuilder>.fromOpaque($0).takeUnretainedValue() }
  }

  private static func qualified(
    _ name: UnsafePointer<xmlChar>?, _ prefix: UnsafePointer<xmlChar>?
  ) -> String {
    let local = name.map { String(cString: $0) } ?? ""
    return prefix.map { String(cString: $0) + ":" + local } ?? local
  }

  /// Five pointers an attribute: local name, prefix, namespace, start and end of the value.
  private static func attributes(
    count: Int, fields: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
  ) -> [XMLElement.Attribute] {
    guard let fields else { return [] }
    return (0..<count).map { index in
      let field = fields + index * 5
      var value = ""
      if let start = field[3], let end = field[4] {
        value = String(decoding: UnsafeBufferPointer(start: start, count: end - start), as: UTF8.self)
      }
      return XMLElement.Attribute(name: qualified(field[0], field[1]), value: value)
    }
  }
}
