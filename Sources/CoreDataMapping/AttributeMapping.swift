import CoreDataModel

/// Where the value of one stored attribute (or composite leaf) of a destination entity comes from.
package struct AttributeMapping: Sendable, Hashable {
  /// What happens to the bytes of a value on the way.
  package enum Conversion: Sendable, Hashable {
    /// As they are.
    case copy
    /// Plain binary becomes binary with external storage: a tag byte in front (format page 4.9).
    case addTag
    /// Binary with external storage becomes plain: the tag goes, a reference is replaced by its file's content.
    case removeTag
    /// Another type, of which it is clear what each value becomes.
    case convert(ValueConversion)
    /// The types differ and nothing says how: no value may be carried over.
    case incompatible
  }

  package let destination: PropertyKey
  package let destinationAttribute: AttributeDescription
  /// Nil for an attribute the source version does not have.
  package let source: PropertyKey?
  package let sourceAttribute: AttributeDescription?
  package let conversion: Conversion

  package init(
    destination: PropertyKey, destinationAttribute: AttributeDescription, source: PropertyKey?,
    sourceAttribute: AttributeDescription?, conversion: Conversion
  ) {
    self.destination = destination
    self.destinationAttribute = destinationAttribute
    self.source = source
    self.sourceAttribute = sourceAttribute
    self.conversion = conversion
  }

  /// Nothing is carried over: the attribute is new, or its values cannot be.
  package var isNew: Bool { source == nil || conversion == .incompatible }

  /// Required now and not before (or not there before): the step makes it so.
  package var becomesRequired: Bool {
    !destinationAttribute.isOptional
      && (sourceAttribute.map { $0.isOptional || conversion == .incompatible } ?? true)
  }

  /// What takes the place of NULL: the default, for new attributes and for those that become required.
  /// A value missing where the source version already required one stays missing.
  package var valueForNull: DefaultValue? {
    isNew || becomesRequired ? destinationAttribute.defaultValue : nil
  }

  /// What takes the place of a value that the new type has no room for.
  package var valueForLoss: DefaultValue? {
    destinationAttribute.isOptional ? nil : destinationAttribute.defaultValue
  }
}
