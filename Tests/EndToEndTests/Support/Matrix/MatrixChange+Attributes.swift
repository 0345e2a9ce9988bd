extension MatrixChange {
  private static func change(
    _ name: String, _ attribute: String, _ touches: String,
    _ change: @escaping @Sendable (inout MatrixAttribute) -> Void
  ) -> MatrixChange {
    MatrixChange(name, "\(attribute).\(touches)") { $0.model.change("Person", attribute, change) }
  }

  private static func add(_ name: String, _ attribute: MatrixAttribute) -> MatrixChange {
    MatrixChange(name, attribute.id) { $0.model["Person"].attributes.append(attribute) }
  }

  static let attributes: [MatrixChange] =
    [
      add("an optional attribute is added", .init("motto")),
      add("an optional attribute is added with a default", .init("stars", "Integer 64", value: .integer(3))),
      add(
        "a required attribute is added with a default",
        .init("grade", "Integer 32", required: true, value: .integer(1))),
      add("a required attribute is added without default", .init("must", required: true)),
      MatrixChange("an attribute is removed", "fax") { $0.model.remove("Person", "fax") },
      change("an attribute is renamed", "nick", "name") { ($0.name, $0.identifier) = ("alias", "nick") },
      MatrixChange("an attribute is renamed without identifier", "phone") {
        $0.model.remove("Person", "phone")
        $0.model["Person"].attributes.append(.init("telephone"))
      },
      MatrixChange("an attribute is renamed with a misspelt identifier", "zip") {
        $0.model.remove("Person", "zip")
        var attribute = MatrixAttribute("postcode")
        attribute.identifier = "zipp"
        $0.model["Person"].attributes.append(attribute)
      },
      change("an attribute becomes required with a default", "nick", "need") {
        ($0.isRequired, $0.value) = (true, .text("none"))
      },
      change("an attribute becomes required without default", "phone", "need") { $0.isRequired = true },
      change("an attribute becomes optional", "level", "need") { $0.isRequired = false },
      change("an integer gets wider", "rank", "type") { $0.type = "Integer 64" },
      change("an integer gets narrower", "rank", "type") { $0.type = "Integer 16" },
      change("an integer gets narrower, another one", "age", "type") { $0.type = "Integer 16" },
      change("an integer becomes a real number", "age", "type") { $0.type = "Double" },
      change("an integer becomes a text", "level", "type") { $0.type = "String" },
      change("a real number becomes an integer", "height", "type") { $0.type = "Integer 64" },
      change("a text becomes an integer", "code", "type") { $0.type = "Integer 32" },
      change("a text becomes required, with a default that is a number", "code", "need") {
        ($0.isRequired, $0.value) = (true, .text("5"))
      },
      change("a number becomes required without default", "age", "need") { $0.isRequired = true },
      change("a date becomes a real number", "seen", "type") { $0.type = "Double" },
      change("an integer becomes a flag", "level", "type") { $0.type = "Boolean" },
      change("a text becomes required, with a limit", "nick", "need") {
        ($0.isRequired, $0.value, $0.maximum) = (true, .text("long"), 1)
      },
      change("a date becomes a text", "joined", "type") { $0.type = "String" },
      change("a date becomes required", "joined", "need") { $0.isRequired = true },
      change("a number is renamed", "age", "name") { ($0.name, $0.identifier) = ("years", "age") },
      change("a date is renamed", "joined", "name") { ($0.name, $0.identifier) = ("since", "joined") },
      change("a code is renamed", "code", "name") { ($0.name, $0.identifier) = ("serial", "code") },
      // Of one type they would make no other version: no hash has renaming identifiers in it.
      MatrixChange("two attributes swap their names", "email.name height.name") {
        $0.model.change("Person", "email") { ($0.name, $0.identifier) = ("height", "email") }
        $0.model.change("Person", "height") { ($0.name, $0.identifier) = ("email", "height") }
      },
      MatrixChange("a chain of names", "email.name phone.name nick.name") {
        $0.model.change("Person", "email") { ($0.name, $0.identifier) = ("mail", "email") }
        $0.model.change("Person", "phone") { ($0.name, $0.identifier) = ("email", "phone") }
        $0.model.change("Person", "nick") { ($0.name, $0.identifier) = ("phone", "nick") }
      },
      MatrixChange("a name is used again for another thing", "zip") {
        $0.model.remove("Person", "zip")
        var attribute = MatrixAttribute("zip again", "Integer 64", value: .integer(7))
        (attribute.name, attribute.identifier) = ("zip", "another")
        $0.model["Person"].attributes.append(attribute)
      },
      MatrixChange("a limit that values break", "level.limit") {
        $0.model.change("Person", "level") { $0.maximum = 2 }
      },
      MatrixChange("must be unique, and is not", "email.unique") {
        $0.model["Person"].unique.append("email")
      },
      MatrixChange("must be unique, and is", "phone.unique phone.type") {
        $0.model["Person"].unique.append("phone")
      },
    ]
}
