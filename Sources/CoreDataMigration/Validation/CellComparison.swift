import CoreDataMapping
import CoreDataModel
import SQLite

/// How one stored attribute of one exact entity is compared: where its value comes from and where it must be.
struct CellComparison {
  /// Column of the source statement; nil for an attribute the source does not have.
  let sourceColumn: Int?
  let destinationColumn: Int
  let conversion: AttributeMapping.Conversion
  /// What stands in place of NULL.
  let fallback: Value
  /// The destination keeps a tag byte in front of the content.
  let isTagged: Bool
  let rule: ValueRule
  let digester: AttributeDigester
  let difference: Evidence
  let missingFile: Evidence
}
