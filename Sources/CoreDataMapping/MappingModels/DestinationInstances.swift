/// The two methods of the migration manager by which a relationship finds what its ends have become.
enum DestinationInstances {
  /// What rows became by one entity mapping.
  static let ofMapping = "destinationInstancesForEntityMappingNamed:sourceInstances:"
  /// What the rows that a relationship leads to became, by whichever.
  static let ofRelationship = "destinationInstancesForSourceRelationshipNamed:sourceInstances:"
}
