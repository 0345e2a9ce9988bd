/// How the rows of one concrete source entity are compared.
final class RowComparison {
  let member: ValidationContext.Member
  let cells: [CellComparison]
  /// Columns of the destination statement that belong to other entities of the table.
  let foreignColumns: [Int]
  /// Key columns of to-one relationships that must lead somewhere.
  let requiredLinks: [(column: Int, evidence: Evidence)]
  let missing: Evidence
  let wrongEntity: Evidence
  let wrongCounter: Evidence
  let foreign: Evidence
  let unknownKey: Evidence
  /// Rows found to be as they should.
  var migrated: Int64 = 0

  init(
    member: ValidationContext.Member, cells: [CellComparison], foreignColumns: [Int],
    requiredLinks: [(column: Int, evidence: Evidence)], destination: String, differences: EvidenceBook
  ) {
    self.member = member
    self.cells = cells
    self.foreignColumns = foreignColumns
    self.requiredLinks = requiredLinks
    missing = differences.difference(.validationRowMissing, entity: destination, "Rows are missing.")
    wrongEntity = differences.difference(
      .validationEntityDiffers, entity: destination, "Rows have another entity's number.")
    wrongCounter = differences.difference(
      .validationCounterDiffers, entity: destination, "Rows have another counter of changes (Z_OPT).")
    foreign = differences.difference(
      .validationForeignCell, entity: destination, "Rows hold values in columns of other entities.")
    unknownKey = differences.difference(
      .validationKeyDiffers, entity: destination, "Rows have no new key in the old-id map.")
  }
}
