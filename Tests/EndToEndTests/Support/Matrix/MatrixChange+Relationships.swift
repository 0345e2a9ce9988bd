extension MatrixChange {
  private static func rename(_ target: inout MatrixTarget, _ id: String, _ name: String) {
    target.model.link(id) { ($0.name, $0.identifier) = (name, id) }
  }

  static let relationships: [MatrixChange] = [
    MatrixChange("a relationship is added", "boss") {
      $0.model["Person"].relationships += [
        .init("boss", ">", "Person", inverse: "staff"), .init("staff", ">>", "Person", inverse: "boss"),
      ]
    },
    MatrixChange("a relationship is removed", "pets") { $0.model.removeLinks("pets", "owner") },
    MatrixChange("a relationship is renamed", "pets.name") {
      rename(&$0, "pets", "animals")
      rename(&$0, "owner", "keeper")
    },
    MatrixChange("a relationship is renamed without identifier", "pets") {
      $0.model.removeLinks("pets", "owner")
      $0.model["Person"].relationships.append(.init("beasts", ">>", "Pet", inverse: "master"))
      $0.model["Pet"].relationships.append(.init("master", ">", "Person", inverse: "beasts"))
    },
    MatrixChange("one end is renamed", "picks.name") { rename(&$0, "picks", "choice") },
    MatrixChange("one end is removed", "pets") {
      $0.model.removeLinks("pets")
      $0.model.link("owner") { $0.inverse = nil }
    },
    MatrixChange("a relationship becomes required", "pets.need") {
      $0.model.link("owner") { $0.isRequired = true }
    },
    MatrixChange("a required relationship becomes optional", "copies.need") {
      $0.model.link("of") { $0.isRequired = false }
    },
    MatrixChange("a least count", "tags.need") {
      $0.model.link("tags") { ($0.isRequired, $0.least) = (true, 2) }
    },
    MatrixChange("a to-one becomes a to-many", "pets.type") { $0.model.link("owner") { $0.isToMany = true } },
    MatrixChange("unordered becomes ordered", "pets.type") { $0.model.link("pets") { $0.isOrdered = true } },
    MatrixChange("ordered becomes unordered", "items.type") {
      $0.model.link("items") { $0.isOrdered = false }
    },
    MatrixChange("ordered becomes unordered, many-to-many", "picks.type") {
      $0.model.link("picks") { $0.isOrdered = false }
    },
    MatrixChange("both ends become ordered", "tags.type") {
      $0.model.link("tags") { $0.isOrdered = true }
      $0.model.link("tagged") { $0.isOrdered = true }
    },
    MatrixChange("a to-many becomes a to-one, then one-to-one", "items.type") {
      $0.model.link("items") { ($0.isToMany, $0.isOrdered) = (false, false) }
    },
    MatrixChange("an ordered to-many becomes a to-one", "picks.type") {
      $0.model.link("picks") { ($0.isToMany, $0.isOrdered) = (false, false) }
    },
    MatrixChange("many-to-many becomes one-to-many", "tags.type tags.need") {
      $0.model.link("tags") { $0.isToMany = false }
    },
    MatrixChange("many-to-many becomes one-to-one", "picks.type") {
      $0.model.link("picks") { ($0.isToMany, $0.isOrdered) = (false, false) }
      $0.model.link("pickers") { $0.isToMany = false }
    },
    MatrixChange("many-to-many becomes ordered one-to-many", "picks.type") {
      $0.model.link("pickers") { $0.isToMany = false }
    },
    MatrixChange("one-to-one becomes one-to-many", "passport.type") {
      $0.model.link("holder") { $0.isToMany = true }
    },
    MatrixChange("one-to-one becomes many-to-one", "passport.type") {
      $0.model.link("passport") { $0.isToMany = true }
    },
    MatrixChange("one-to-one becomes many-to-many", "passport.type") {
      for id in ["passport", "holder"] { $0.model.link(id) { $0.isToMany = true } }
    },
    MatrixChange("a one-to-one is renamed", "passport.name") {
      rename(&$0, "passport", "papers")
      rename(&$0, "holder", "bearer")
    },
    MatrixChange("one end of a one-to-one is removed", "passport") {
      $0.model.removeLinks("holder")
      $0.model.link("passport") { $0.inverse = nil }
    },
    MatrixChange("a one-way to-one becomes a to-many", "favourite.type") {
      $0.model.link("favourite") { $0.isToMany = true }
    },
    MatrixChange("a one-way to-one gets an inverse", "favourite.type") {
      $0.model.link("favourite") { $0.inverse = "fans" }
      $0.model["Item"].relationships.append(.init("fans", ">>", "Person", inverse: "favourite"))
    },
    MatrixChange("a destination gets narrower", "favourite.type Book.parent Item.abstract") {
      $0.model.link("favourite") { $0.destination = "Book" }
    },
    MatrixChange("a one-way to-one becomes required", "favourite.need") {
      $0.model.link("favourite") { $0.isRequired = true }
    },
    MatrixChange("a one-way to-one is renamed", "favourite.name") { rename(&$0, "favourite", "darling") },
    MatrixChange("relationships swap their names", "Trip") {
      rename(&$0, "car", "van")
      rename(&$0, "van", "car")
    },
  ]
}
