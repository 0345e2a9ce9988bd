import Diagnostics

/// Where a result is not what source and plan make of it: any of these fails the run.
extension DiagnosticID {
  package static let validationLayoutDisagrees = DiagnosticID("validation.layout-disagrees")
  package static let validationDamaged = DiagnosticID("validation.damaged")
  package static let validationRowMissing = DiagnosticID("validation.row-missing")
  package static let validationRowUnexpected = DiagnosticID("validation.row-unexpected")
  package static let validationKeyDiffers = DiagnosticID("validation.key-differs")
  package static let validationEntityDiffers = DiagnosticID("validation.entity-differs")
  package static let validationCounterDiffers = DiagnosticID("validation.counter-differs")
  package static let validationValueDiffers = DiagnosticID("validation.value-differs")
  package static let validationExternalFileMissing = DiagnosticID("validation.external-file-missing")
  package static let validationForeignCell = DiagnosticID("validation.foreign-cell")
  package static let validationLinkDiffers = DiagnosticID("validation.link-differs")
  package static let validationOrderDiffers = DiagnosticID("validation.order-differs")
  package static let validationIndexDiffers = DiagnosticID("validation.index-differs")
  package static let validationTriggerDiffers = DiagnosticID("validation.trigger-differs")
  package static let validationFrameworkTableDiffers = DiagnosticID("validation.framework-table-differs")
  package static let validationEntityTableDiffers = DiagnosticID("validation.entity-table-differs")
  package static let validationKeyCounterLow = DiagnosticID("validation.key-counter-low")
  package static let validationAccountOpen = DiagnosticID("validation.account-open")
}

/// What the source already had wrong.
extension DiagnosticID {
  package static let sourceDanglingLink = DiagnosticID("source.dangling-link")
  package static let sourceWrongEntityLink = DiagnosticID("source.wrong-entity-link")
  package static let sourceDanglingJoinRow = DiagnosticID("source.dangling-join-row")
  package static let sourceWrongEntityJoinRow = DiagnosticID("source.wrong-entity-join-row")
  package static let sourceInverseDisagrees = DiagnosticID("source.inverse-disagrees")
  package static let sourceLinkEntityStale = DiagnosticID("source.link-entity-stale")
  package static let sourceOrderMissing = DiagnosticID("source.order-missing")
  package static let sourceOrderRepeated = DiagnosticID("source.order-repeated")
  package static let sourceKeyCounterLow = DiagnosticID("source.z-max-low")
  package static let sourceExternalFileMissing = DiagnosticID("source.external-file-missing")
  package static let sourceExternalFileUnreferenced = DiagnosticID("source.external-file-unreferenced")
}

/// Where a row of the result breaks a rule of its model. Values are kept as they are.
extension DiagnosticID {
  package static let valueRequiredMissing = DiagnosticID("value.required-missing")
  package static let valueRequiredLinkMissing = DiagnosticID("value.required-link-missing")
  package static let valueTooManyLinks = DiagnosticID("value.too-many-links")
  package static let valueNumberTooSmall = DiagnosticID("value.number-too-small")
  package static let valueNumberTooLarge = DiagnosticID("value.number-too-large")
  package static let valueStringTooShort = DiagnosticID("value.string-too-short")
  package static let valueStringTooLong = DiagnosticID("value.string-too-long")
  package static let valueDateTooEarly = DiagnosticID("value.date-too-early")
  package static let valueDateTooLate = DiagnosticID("value.date-too-late")
  package static let valueDateImplausible = DiagnosticID("value.date-implausible")
  package static let valuePattern = DiagnosticID("value.pattern")
  package static let valuePatternNotChecked = DiagnosticID("value.pattern-not-checked")
  package static let valueNotUnique = DiagnosticID("value.not-unique")
  package static let valueStorageClass = DiagnosticID("value.storage-class")
  package static let valueNumberOutOfType = DiagnosticID("value.number-out-of-type")
  package static let valueFloatPrecision = DiagnosticID("value.float-precision")
  package static let valueTextNotUTF8 = DiagnosticID("value.text-not-utf8")
  package static let valueExternalTag = DiagnosticID("value.external-tag")
  package static let valueDerivedRecomputed = DiagnosticID("value.derived-recomputed")
}
