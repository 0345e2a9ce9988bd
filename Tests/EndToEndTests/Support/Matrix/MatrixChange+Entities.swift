extension MatrixChange {
  static let entities: [MatrixChange] = [
    MatrixChange("an entity is added", "Badge") {
      var badge = MatrixEntity("Badge", [.init("metal")], [.init("wearer", ">", "Person", inverse: "badges")])
      badge.identifier = nil
      $0.model["Badge"] = badge
      $0.model["Person"].relationships.append(.init("badges", ">>", "Badge", inverse: "wearer"))
    },
    MatrixChange("an entity is removed", "Tag tags") {
      $0.model.entities.removeAll { $0.id == "Tag" }
      $0.model.removeLinks("tags")
    },
    MatrixChange("an entity is renamed", "Tag.name") {
      ($0.model["Tag"].name, $0.model["Tag"].identifier) = ("Label", "Tag")
    },
    MatrixChange("an entity is renamed without identifier", "Note") {
      $0.model.entities.removeAll { $0.id == "Note" }
      $0.model["Memo"] = MatrixEntity("Memo", [.init("text"), .init("weight", "Integer 64")])
    },
    MatrixChange("a root is renamed", "Item.name") {
      ($0.model["Item"].name, $0.model["Item"].identifier) = ("Thing", "Item")
    },
    MatrixChange("a child is renamed", "Film.name") {
      ($0.model["Film"].name, $0.model["Film"].identifier) = ("Movie", "Film")
    },
    MatrixChange("a new parent", "Person.parent") {
      var being = MatrixEntity("Being", [.init("soul")])
      being.isAbstract = true
      $0.model["Being"] = being
      $0.model["Person"].parent = "Being"
    },
    MatrixChange("a new parent between", "Book.parent") {
      $0.model["Paper"] = MatrixEntity("Paper", below: "Item", [.init("format", value: .text("A4"))])
      $0.model["Book"].parent = "Paper"
    },
    MatrixChange("a new child", "Comic") {
      $0.model["Comic"] = MatrixEntity("Comic", below: "Item", [.init("panels", "Integer 16")])
    },
    MatrixChange("a property moves up", "pages.place Film.type") {
      guard let pages = $0.model["Book"].attributes.first(where: { $0.id == "pages" }) else { return }
      $0.model.remove("Book", "pages")
      $0.model["Item"].attributes.append(pages)
    },
    MatrixChange("a property moves down", "mark.place") {
      guard let mark = $0.model["Item"].attributes.first(where: { $0.id == "mark" }) else { return }
      $0.model.remove("Item", "mark")
      $0.model["Book"].attributes.append(mark)
    },
    MatrixChange("a relationship moves down", "shelf Item.move items.type Book.place") {
      guard let shelf = $0.model.relationship("shelf") else { return }
      $0.model.removeLinks("shelf")
      $0.model["Book"].relationships.append(shelf)
      $0.model.link("items") { $0.destination = "Book" }
    },
    MatrixChange("an entity leaves its hierarchy", "Film.parent Film.type") {
      $0.model["Film"].parent = nil
      for id in ["title", "mark"] {
        var attribute = MatrixAttribute(id)
        attribute.origin = id
        $0.model["Film"].attributes.append(attribute)
      }
    },
    MatrixChange("two hierarchies become one", "Car.parent Van.parent Car.name plate") {
      $0.model["Vehicle"] = MatrixEntity("Vehicle", [.init("plate", origin: "plate")])
      $0.model["Vehicle"].isAbstract = true
      for id in ["Car", "Van"] {
        $0.model[id].parent = "Vehicle"
        $0.model.remove(id, "plate")
      }
    },
    MatrixChange("an attribute of both must be unique", "plate.unique") {
      $0.model[$0.model.has("Vehicle") ? "Vehicle" : "Van"].unique.append("plate")
    },
    MatrixChange("an entity becomes abstract", "Item.abstract") { $0.model["Item"].isAbstract = true },
    MatrixChange("a child is removed", "Film pages.place") {
      $0.model.entities.removeAll { $0.id == "Film" }
    },
    MatrixChange("another root is removed", "Van plate Trip") {
      $0.model.entities.removeAll { $0.id == "Van" }
      $0.model.removeLinks("van")
    },
    MatrixChange("entities swap their names", "Car.name Note Note.name") {
      ($0.model["Car"].name, $0.model["Car"].identifier) = ("Note", "Car")
      ($0.model["Note"].name, $0.model["Note"].identifier) = ("Car", "Note")
    },
  ]
}
