/// How far an inspection came, part by part.
struct BundleExtent {
  let inspection: StoreInspection

  init(_ inspection: StoreInspection) { self.inspection = inspection }

  var parts: [BundlePart] {
    [
      part("files", isThere: inspection.files != nil, isWhole: inspection.files?.header != nil),
      part("database", isThere: inspection.database != nil, isWhole: isDatabaseWhole),
      part("schema", isThere: inspection.catalog != nil, isWhole: true),
      part("metadata", isThere: inspection.metadata != nil, isWhole: true),
      part("version", isThere: inspection.version != nil, isWhole: inspection.version?.model != nil),
      part(
        "entities", isThere: !inspection.entities.isEmpty,
        isWhole: inspection.entities.allSatisfy { $0.rows != nil }),
      part(
        "relationships", isThere: inspection.layout != nil,
        isWhole: inspection.relationships.allSatisfy { $0.links != nil }
          && inspection.transformables.allSatisfy { $0.formats != nil }),
    ]
  }

  private var isDatabaseWhole: Bool {
    guard let database = inspection.database, let check = database.quickCheck else { return false }
    return database.encoding != nil && check.unchecked.isEmpty && !check.isDamaged
  }

  private func part(_ name: String, isThere: Bool, isWhole: Bool) -> BundlePart {
    BundlePart(
      name, !isThere ? .missing : isWhole ? .complete : .partial, because: inspection.findings)
  }
}
