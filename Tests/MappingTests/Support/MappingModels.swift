import CoreDataModel

/// Two versions of a made-up model, and models in few words.
enum MappingModels {
  static func model(_ body: String, named name: String) throws -> ManagedObjectModel {
    try ManagedObjectModelReader.read(
      Array("<model>\(body)</model>".utf8), name: name, path: "\(name).xcdatamodel"
    ).model
  }

  static func old() throws -> ManagedObjectModel {
    try model(
      """
      <entity name="Book">
        <attribute name="title" attributeType="String"/>
        <attribute name="legacyCode" optional="YES" attributeType="String"/>
        <attribute name="shown" optional="YES" transient="YES" attributeType="String"/>
        <relationship name="author" optional="YES" maxCount="1" destinationEntity="Person" inverseName="books" inverseEntity="Person"/>
        <relationship name="tags" optional="YES" toMany="YES" destinationEntity="Tag"/>
      </entity>
      <entity name="Party" isAbstract="YES">
        <attribute name="name" optional="YES" attributeType="String"/>
      </entity>
      <entity name="Person" parentEntity="Party">
        <attribute name="email" optional="YES" attributeType="String"/>
        <relationship name="books" optional="YES" toMany="YES" destinationEntity="Book" inverseName="author" inverseEntity="Book"/>
        <fetchedProperty name="recent" optional="YES"/>
      </entity>
      <entity name="Tag"><attribute name="word" optional="YES" attributeType="String"/></entity>
      """, named: "Old")
  }

  static func new() throws -> ManagedObjectModel {
    try model(
      """
      <entity name="Book">
        <attribute name="title" attributeType="String"/>
        <attribute name="state" optional="YES" attributeType="String"/>
        <attribute name="contributionCount" optional="YES" attributeType="Integer 64" derived="YES" derivationExpression="contributions.@count"/>
        <attribute name="shown" optional="YES" transient="YES" attributeType="String"/>
        <relationship name="contributions" optional="YES" toMany="YES" destinationEntity="Contribution" inverseName="book" inverseEntity="Contribution"/>
        <relationship name="tag" optional="YES" maxCount="1" destinationEntity="Tag"/>
      </entity>
      <entity name="Contribution">
        <attribute name="role" optional="YES" attributeType="String"/>
        <attribute name="place" optional="YES" attributeType="Composite" composite="Place"/>
        <relationship name="book" optional="YES" maxCount="1" destinationEntity="Book" inverseName="contributions" inverseEntity="Book"/>
        <relationship name="author" optional="YES" maxCount="1" destinationEntity="Person"/>
      </entity>
      <entity name="Party" isAbstract="YES">
        <attribute name="name" optional="YES" attributeType="String"/>
      </entity>
      <entity name="Person" parentEntity="Party">
        <attribute name="email" optional="YES" attributeType="String"/>
      </entity>
      <entity name="Tag"><attribute name="word" optional="YES" attributeType="String"/></entity>
      <composite name="Place"><attribute name="city" optional="YES" attributeType="String"/></composite>
      """, named: "New")
  }
}
