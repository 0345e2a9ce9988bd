import CLibXML2

/// Builds values from libxml2's events, and stops the parser at the first thing it refuses.
///
/// Events rather than libxml2's tree: limits then hold while reading, not after memory is gone.
final class XMLTreeBuilder {
  private(set) var root: XMLElement?
  private(set) var refusal: XMLError?
  private var open: [XMLElement] = []
  private var text: [[UInt8]] = []
  private var elementCount = 0
  private let limits: XMLLimits
  private var context: xmlParserCtxtPtr?

  init(limits: XMLLimits) {
    self.limits = limits
  }

  /// Returns what libxml2 itself finds wrong.
  func parse(_ bytes: [UInt8]) -> XMLError? {
    guard let context = xmlNewParserCtxt() else { return .notWellFormed(line: 0, code: 0) }
    self.context = context
    defer {
      self.context = nil
      xmlFreeParserCtxt(context)
    }
    context.pointee.sax.pointee = XMLTreeEvents.handler()
    context.pointee.userData = Unmanaged.passUnretained(self).toOpaque()
    // NOENT so that attribute values come with `&amp;` replaced; declared entities are refused before use.
    let options =
      XML_PARSE_NONET.rawValue | XML_PARSE_NOENT.rawValue | XML_PARSE_NOERROR.rawValue
      | XML_PARSE_NOWARNING.rawValue
    let document = withExtendedLifetime(self) {
      bytes.withUnsafeBytes { raw in
        xmlCtxtReadMemory(
          context, raw.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(raw.count), nil, nil,
          Int32(options))
      }
    }
    xmlFreeDoc(document)
    guard context.pointee.wellFormed == 0 else { return nil }
    let error = xmlCtxtGetLastError(context)
    return .notWellFormed(line: Int(error?.pointee.line ?? 0), code: error?.pointee.code ?? 0)
  }

  func start(name: String, attributes: [XMLElement.Attribute]) {
    guard refusal == nil else { return }
    elementCount += 1
    guard elementCount <= limits.elements else {
      return refuse(.tooManyElements(line: line, limit: limits.elements))
    }
    guard open.count < limits.depth else { return refuse(.tooDeep(line: line, limit: limits.depth)) }
    open.append(XMLElement(name: name, attributes: attributes, line: line))
    text.append([])
  }

  func end() {
    guard refusal == nil, var element = open.popLast(), let bytes = text.popLast() else { return }
    // libxml2 hands over valid UTF-8 only, whatever the document's encoding.
    element.text = String(decoding: bytes, as: UTF8.self)
    if open.isEmpty {
      root = element
    } else {
      open[open.count - 1].children.append(element)
    }
  }

  func characters(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard refusal == nil, !text.isEmpty else { return }
    text[text.count - 1].append(contentsOf: bytes)
  }

  func refuseEntities() {
    refuse(.entitiesNotAllowed(line: line))
  }

  private var line: Int { Int(xmlSAX2GetLineNumber(context)) }

  private func refuse(_ error: XMLError) {
    guard refusal == nil else { return }
    refusal = error
    xmlStopParser(context)
  }
}
