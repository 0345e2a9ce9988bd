import CoreDataMapping
import CoreDataModel
import SQLite

/// How one stored attribute of one exact entity is compared: where its value comes from and where it must be.
/// A class, because the walk over rows passes it around for every cell: a struct of this size would be
/// copied.
final class CellComparison {
  /// Column of the source statement; nil for an attribute the source does not have.
  let sourceColumn: Int?
  let destinationColumn: Int
  let conversion: AttributeMapping.Conversion
  /// What stands in place of NULL.
  let fallback: Value
  /// What stands in place of a value that its conversion leaves nothing of.
  let lossFallback: Value
  /// The destination keeps a tag byte in front of the content.
  let isTagged: Bool
  let rule: ValueRule
  let digester: AttributeDigester
  let difference: Evidence
  /// Rows whose value lies in a file that the destination does not have.
  let missingFile: Evidence
  /// Set for a derived attribute that is worked out anew: rows whose stored value was another. `DerivedChecker` knows
  /// what the value should be.
  let recomputed: Evidence?

  init(
    sourceColumn: Int?, destinationColumn: Int, conversion: AttributeMapping.Conversion, fallback: Value,
    lossFallback: Value, isTagged: Bool, rule: ValueRule, digester: AttributeDigester, difference: Evidence,
    missingFile: Evidence, recomputed: Evidence?
  ) {
    self.sourceColumn = sourceColumn
    self.destinationColumn = destinationColumn
    self.conversion = conversion
    self.fallback = fallback
    self.lossFallback = lossFallback
    self.isTagged = isTagged
    self.rule = rule
    self.digester = digester
    self.difference = difference
    self.missingFile = missingFile
    self.recomputed = recomputed
  }
}
