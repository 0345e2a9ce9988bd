/// A model with one of everything, and what `model show` prints of it.
enum ModelCommandSamples {
  static let everything = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model documentVersion="1.0" userDefinedModelVersionIdentifier="7">
      <entity name="Owner" representedClassName="Owner" versionHashModifier="2">
        <attribute name="name" attributeType="String" minValueString="1" maxValueString="40"
          regularExpressionString="[A-Z].*" elementID="title" indexed="YES"/>
        <attribute name="shown" optional="YES" transient="YES"/>
        <relationship name="cats" optional="YES" toMany="YES" ordered="YES" minCount="1" maxCount="4"
          deletionRule="Cascade" destinationEntity="Cat" inverseName="owner" inverseEntity="Cat"/>
        <fetchedProperty name="neighbours" optional="YES"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint>
        </uniquenessConstraints>
        <fetchIndex name="byName"><fetchIndexElement property="name" type="Binary" order="descending"/>
        </fetchIndex>
      </entity>
      <entity name="Animal" isAbstract="YES">
        <attribute name="born" optional="YES" attributeType="Date" defaultDateTimeInterval="0"/>
      </entity>
      <entity name="Cat" representedClassName=".Cat" parentEntity="Animal" elementID="Pet">
        <attribute name="lives" attributeType="Integer 16" defaultValueString="9" minValueString="1"
          maxValueString="9"/>
        <attribute name="photo" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"
          preserveAfterDeletion="YES"/>
        <attribute name="mood" optional="YES" attributeType="Transformable"
          valueTransformerName="NSSecureUnarchiveFromData" customClassName="Mood"/>
        <attribute name="ownerName" optional="YES" attributeType="String" derived="YES"
          derivationExpression="owner.name"/>
        <attribute name="place" optional="YES" attributeType="Composite" composite="Place"/>
        <relationship name="owner" maxCount="1" deletionRule="Deny" destinationEntity="Owner"
          inverseName="cats" inverseEntity="Owner"/>
        <compoundIndexes><compoundIndex><index value="lives"/><index value="mood"/></compoundIndex>
        </compoundIndexes>
      </entity>
      <composite name="Place">
        <attribute name="lat" attributeType="Double" defaultValueString="0.5"/>
        <attribute name="lon" attributeType="Double" defaultValueString="0"/>
      </composite>
      <configuration name="Cloud"><memberEntity name="Cat"/><memberEntity name="Animal"/></configuration>
    </model>
    """

  static let everythingShown = """
    All
    version identifier: 7

    Animal: abstract
      attributes
        born                    Date, optional, default 0 s since 2001

    Cat: parent Animal, class .Cat, renaming identifier Pet
      attributes
        lives                   Integer 16, required, default 9, at least 1,
                                  at most 9
        mood                    Transformable, optional,
                                  value transformer NSSecureUnarchiveFromData,
                                  value class Mood
        ownerName               String, optional, derived from owner.name
        photo                   Binary, optional, external storage,
                                  preserved after deletion
        place                   Composite, optional
          .lat                  Double, required, default 0.5
          .lon                  Double, required, default 0
      relationships
        owner                   to-one Owner, inverse cats, required,
                                  delete rule Deny
      compound indexes
        lives, mood

    Owner: class Owner, hash modifier 2
      attributes
        name                    String, required, length at least 1,
                                  length at most 40, pattern [A-Z].*, indexed,
                                  renaming identifier title
        shown                   Undefined, optional, transient
      relationships
        cats                    to-many Cat, inverse owner, optional, ordered,
                                  at least 1, at most 4, delete rule Cascade
      fetched properties
        neighbours
      unique
        name
      indexes
        byName                  name descending

    configurations
        Cloud                   Animal, Cat

    """
}
