import CoreDataModel

/// Hands out column names within one table: a name asked for again gets the suffix 1, 2, 3… (format page 2.4).
struct ColumnAllocator {
  private var taken: Set<String>

  init(reserved: [String] = []) { taken = Set(reserved) }

  mutating func allocate(_ name: String) -> String {
    var candidate = name
    var suffix = 0
    while !taken.insert(candidate).inserted {
      suffix += 1
      candidate = "\(name)\(suffix)"
    }
    return candidate
  }

  mutating func column(_ baseName: String, _ declaredType: String, _ role: ColumnRole) -> EntityTable.Column {
    EntityTable.Column(
      name: allocate(baseName), baseName: baseName, declaredType: declaredType, role: role)
  }
}
