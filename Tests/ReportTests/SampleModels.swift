import Reports

/// Models with something of everything, of the sample report.
func sampleModels() -> ReportedModels {
  func text(_ name: String, optional: Bool = true) -> ReportedAttribute {
    ReportedAttribute(name: name, type: "String", isOptional: optional)
  }
  return ReportedModels(
    source: [
      ReportedEntity(
        name: "Author", attributes: [text("name", optional: false)],
        relationships: [
          ReportedRelationship(
            name: "books", destination: "Book", isToMany: true, isOrdered: true, inverse: "author")
        ]),
      ReportedEntity(
        name: "Book", parent: "Item", attributes: [text("code"), text("title")],
        relationships: [
          ReportedRelationship(name: "author", destination: "Author", isToMany: false, inverse: "books")
        ]),
      ReportedEntity(name: "Item", isAbstract: true),
      ReportedEntity(name: "Tag", attributes: [text("word")]),
    ],
    destination: [
      ReportedEntity(
        name: "Author", attributes: [text("name", optional: false)],
        relationships: [
          ReportedRelationship(name: "works", destination: "Publication", isToMany: true, inverse: "author")
        ]),
      ReportedEntity(name: "Item", isAbstract: true),
      ReportedEntity(
        name: "Publication", parent: "Item",
        attributes: [text("title"), ReportedAttribute(name: "pages", type: "Integer 32", isOptional: true)],
        relationships: [
          ReportedRelationship(name: "author", destination: "Author", isToMany: false, inverse: "works")
        ]),
    ],
    became: [
      ReportedChange(.kept, source: .init("Author"), destination: .init("Author")),
      ReportedChange(.converted, source: .init("Author", "books"), destination: .init("Author", "works")),
      ReportedChange(.renamed, source: .init("Book"), destination: .init("Publication")),
      ReportedChange(.dropped, source: .init("Book", "code"), destination: nil),
      ReportedChange(.kept, source: .init("Item"), destination: .init("Item")),
      ReportedChange(.dropped, source: .init("Tag"), destination: nil),
      ReportedChange(.new, source: nil, destination: .init("Publication", "pages")),
    ])
}
