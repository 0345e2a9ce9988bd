/// An attribute of a model, and what it really was before.
struct MatrixAttribute {
  /// Stays when the name changes: of what the source has, its name there.
  let id: String
  var name: String
  var type: String
  var isRequired: Bool
  var value: MatrixCell?
  var identifier: String?
  /// What it is in the source, whatever names and identifiers look like; nil if it is new.
  var origin: String?
  var maximum: Int64?

  init(
    _ id: String, _ type: String = "String", required: Bool = false, value: MatrixCell? = nil,
    origin: String? = nil
  ) {
    (self.id, name, self.type, isRequired, self.value) = (id, id, type, required, value)
    self.origin = origin
  }

  /// The default as the type has it.
  var fallback: MatrixCell? {
    if case .text(let text) = value, type.hasPrefix("Integer") { MatrixCell(text) } else { value }
  }

  var xml: String {
    let text = value.map { value in
      if case .text(let text) = value { text } else { value.shown }
    }
    return #"<attribute name="\#(name)" attributeType="\#(type)" "# + (isRequired ? "" : #"optional="YES" "#)
      + (text.map { #"defaultValueString="\#($0)" "# } ?? "")
      + (maximum.map { #"maxValueString="\#($0)" "# } ?? "")
      + (identifier.map { #"elementID="\#($0)""# } ?? "") + "/>"
  }
}
