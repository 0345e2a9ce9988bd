/// The tables of a layout as statements name them, each by what it is for, with what its columns hold.
struct StatementPlaces {
  struct Table {
    let owner: String
    var columns: [String: String] = [:]
  }

  let numbers: [String: Int64]
  let tables: [String: Table]

  init(_ layout: StoreLayout) {
    var tables: [String: Table] = [:]
    for table in layout.tables {
      var place = Table(owner: table.rootEntity)
      for column in table.columns { place.columns[column.name] = "\(column.role)" }
      tables[table.name] = place
    }
    for join in layout.joins {
      var place = Table(owner: "\(join.second.relationship)")
      for side in [join.first, join.second] {
        place.columns[side.column] = "\(side.relationship) \(side.column == join.first.column)"
        if let order = side.orderColumn { place.columns[order] = "order of \(side.relationship)" }
      }
      tables[join.name] = place
    }
    numbers = layout.numbers
    self.tables = tables
  }
}
