extension MatrixChange {
  static let rules: [MatrixChange] = [
    MatrixChange("rule: a required attribute from an expression", "label") {
      $0.model["Person"].attributes.append(.init("label", required: true))
      $0.rule("Person", from: "Person") { rule in
        rule.reads.insert("name")
        rule.settings["label"] = .init(source: .sql("name || '!'")) { row in
          .value(.text((row.text("name") ?? "") + "!"))
        }
      }
    },
    MatrixChange("rule: a table of values with a default", "state level.read") {
      $0.model["Person"].attributes.append(.init("state", required: true))
      $0.rule("Person", from: "Person") { rule in
        rule.reads.insert("level")
        rule.settings["state"] = .init(
          source: .table(from: "level", map: ["1": "new", "2": "used"], other: "old")
        ) { row in .value(.text(row.number("level") == 1 ? "new" : row.number("level") == 2 ? "used" : "old"))
        }
      }
    },
    MatrixChange("rule: a table of values without default", "status level.read") {
      $0.model["Person"].attributes.append(.init("status"))
      $0.rule("Person", from: "Person") { rule in
        rule.reads.insert("level")
        rule.settings["status"] = .init(
          source: .table(from: "level", map: ["1": "new", "9": "gone"], other: nil)
        ) { row in
          switch row.number("level") {
          case 1: .value(.text("new"))
          case 9: .value(.text("gone"))
          default: .unmapped
          }
        }
      }
    },
    MatrixChange("rule: a value that does not fit", "digit") {
      $0.model["Person"].attributes.append(.init("digit", "Integer 16"))
      $0.rule("Person", from: "Person") { rule in
        rule.reads.insert("age")
        rule.settings["digit"] = .init(source: .sql("age")) { row in
          guard let age = row.number("age") else { return .value(.null) }
          return abs(age) < 32768 ? .value(.integer(age)) : .unfit
        }
      }
    },
    MatrixChange("rule: an attribute that goes is read", "fax") {
      $0.model.remove("Person", "fax")
      $0.model["Person"].attributes.append(.init("hasFax", "Integer 16", required: true))
      $0.rule("Person", from: "Person") { rule in
        rule.reads.insert("fax")
        rule.settings["hasFax"] = .init(source: .sql("fax IS NOT NULL")) { row in
          .value(.integer(row.text("fax") == nil ? 0 : 1))
        }
      }
    },
    MatrixChange("rule: rows are left out", "Note") {
      $0.model["Note"].attributes.append(.init("colour"))
      $0.rule("Note", from: "Note") { rule in
        rule.reads.insert("weight")
        rule.condition = ("weight > 1", { $0.number("weight") ?? 0 > 1 })
      }
    },
    MatrixChange("rule: rows go to two entities by a condition", "Gadget") {
      $0.model.entities.removeAll { $0.id == "Gadget" }
      $0.model["Telephone"] = MatrixEntity(
        "Telephone", [.init("brand", origin: "brand"), .init("keys", "Integer 16")])
      $0.model["Tablet"] = MatrixEntity(
        "Tablet", [.init("brand", origin: "brand"), .init("inches", "Integer 16", value: .integer(10))])
      for (entity, kind) in [("Telephone", Int64(1)), ("Tablet", 2)] {
        $0.rule(entity, from: "Gadget") { rule in
          rule.reads.insert("kind")
          rule.condition = ("kind = \(kind)", { $0.number("kind") == kind })
        }
      }
    },
    MatrixChange("rule: a relationship becomes an entity", "pets") {
      $0.model.removeLinks("pets", "owner")
      $0.model["Care"] = MatrixEntity(
        "Care", [.init("since", required: true)],
        [.init("pet", ">", "Pet", inverse: "cares"), .init("carer", ">", "Person", inverse: "cared")])
      $0.model["Pet"].relationships.append(.init("cares", ">>", "Care", inverse: "pet"))
      $0.model["Person"].relationships.append(.init("cared", ">>", "Care", inverse: "carer"))
      $0.rule("Care", from: "Pet") { rule in
        rule.reads.insert("owner")
        rule.reads.insert("pets")
        rule.condition = (
          "owner IS NOT NULL",
          { row in MatrixBase.world.links("owner").contains { $0.owner == row.ref } }
        )
        rule.settings["since"] = .init(source: .sql("'ever'")) { _ in .value(.text("ever")) }
        rule.connections["pet"] = .init(text: "objectID") { row, _ in row.ref }
        rule.connections["carer"] = .init(text: "owner") { row, world in
          world.links("owner").first { $0.owner == row.ref }?.target
        }
      }
    },
    MatrixChange("rule: a link by SQL", "home zip.read") {
      $0.model["Person"].relationships.append(.init("home", ">", "City", inverse: "people"))
      $0.model["City"].relationships.append(.init("people", ">>", "Person", inverse: "home"))
      $0.rule("Person", from: "Person") { rule in
        rule.reads.insert("zip")
        rule.connections["home"] = .init(text: "(SELECT objectID FROM City WHERE post = zip)") { row, world in
          world.rows(of: "City").first { $0.text("post") == row.text("zip") && row.text("zip") != nil }?.ref
        }
      }
    },
    MatrixChange("rule: a link by SQL that leads nowhere", "twin") {
      $0.model["City"].relationships.append(.init("twin", ">", "City"))
      $0.rule("City", from: "City") { rule in
        rule.connections["twin"] = .init(text: "objectID + 1") { row, _ in
          MatrixRef(entity: "City", key: row.ref.key + 1)
        }
      }
    },
    MatrixChange("rule: a default for what is missing", "phone.need phone.unique") {
      $0.model.change("Person", "phone") { $0.isRequired = true }
      $0.defaults.append(("Person", "phone", "'none'", .text("none")))
    },
    MatrixChange("rule: a default for what is new", "must") {
      $0.model["Person"].attributes.append(.init("must", required: true))
      $0.defaults.append(("Person", "must", "'m'", .text("m")))
    },
    MatrixChange("rule: rows without a value are left out", "Note") {
      $0.model.change("Note", "text") { $0.isRequired = true }
      $0.rule("Note", from: "Note") { $0.rejects = true }
    },
    MatrixChange("rule: consent in the file", "mark.place seen") {
      $0.model.remove("Item", "mark")
      $0.model.remove("Person", "seen")
      $0.drops += ["Item.mark", "Person.seen"]
    },
    MatrixChange("rule: an entity in another", "City home twin") {
      $0.model.entities.removeAll { $0.id == "City" }
      $0.model["Place"] = MatrixEntity("Place", [.init("town", origin: "town"), .init("spot")])
      $0.rule("Place", from: "City") { rule in
        rule.reads.insert("post")
        rule.settings["spot"] = .init(source: .sql("'#' || post")) { row in
          .value(row.text("post").map { .text("#" + $0) } ?? .null)
        }
      }
    },
  ]
}
