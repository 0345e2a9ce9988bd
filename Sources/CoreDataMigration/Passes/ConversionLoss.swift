/// How the conversion of a value loses something.
enum ConversionLoss: Int64, CaseIterable {
  /// The number is outside of what the new type can hold.
  case overflow = 1
  /// A part of it goes: a fraction, digits, leading zeros.
  case truncation
  /// It has not the form that the new type is made from.
  case unparsable
}
