import CoreDataModel
import Diagnostics
import Testing

@Suite struct ModelLintTests {
  private func lint(_ body: String, cloudKit: Bool = false) throws -> [String] {
    ModelLint.findings(in: try Models.model(body), forCloudKit: cloudKit).map { finding in
      #expect(!finding.recovery.isEmpty, "\(finding.id) has no way out")
      return [finding.id.rawValue, finding.subject.entity, finding.subject.property].compactMap(\.self)
        .joined(separator: " ")
    }
  }

  private static let a = #"<attribute name="a" optional="YES" attributeType="String"/>"#

  private static func entity(_ elements: String, _ more: String = "", name: String = "E") -> String {
    #"<entity name="\#(name)" \#(more)>\#(a)\#(elements)</entity>"#
  }

  /// A relationship from `E` to `F` and back.
  private static func pair(_ forth: String, _ back: String) -> String {
    entity(#"<relationship name="r" destinationEntity="F" inverseName="s" inverseEntity="F" \#(forth)/>"#)
      + entity(
        #"<relationship name="s" destinationEntity="E" inverseName="r" inverseEntity="E" \#(back)/>"#,
        name: "F")
  }

  private static let one = #"optional="YES" maxCount="1""#
  private static let many = #"optional="YES" toMany="YES""#

  static let cases: [(String, [String])] = [
    (entity(""), []),
    (pair(one, many), []),
    (pair(one, one), []),
    (pair(#"toMany="YES" deletionRule="Cascade" optional="YES""#, #"maxCount="1""#), []),
    (entity(#"<relationship name="r" \#(one) destinationEntity="E"/>"#), ["lint.no-inverse E r"]),
    (entity(#"<relationship name="r" transient="YES" \#(one) destinationEntity="E"/>"#), []),
    (entity(#"<attribute name="b" attributeType="Date"/>"#), ["lint.required-without-default E b"]),
    (entity(#"<attribute name="b" attributeType="Integer 16" defaultValueString="0"/>"#), []),
    (entity(#"<attribute name="b" attributeType="String" derived="YES" derivationExpression="a"/>"#), []),
    (entity(#"<attribute name="A" optional="YES" attributeType="Date"/>"#), ["lint.column-collision E A"]),
    (
      entity("", #"isAbstract="YES""#, name: "P")
        + entity(
          #"<attribute name="x" optional="YES" attributeType="Date"/>"#, #"parentEntity="P""#, name: "Q"
        )
        .replacing(a, with: "")
        + entity(
          #"<attribute name="x" optional="YES" attributeType="Date"/>"#, #"parentEntity="P""#, name: "R"
        )
        .replacing(a, with: ""), ["lint.column-collision Q x"]
    ),
    (entity("") + entity("", name: "F"), []),
    (
      entity("", name: "P") + #"<entity name="Sub" parentEntity="P"/><entity name="SUB" parentEntity="P"/>"#,
      ["lint.entity-case SUB"]
    ),
    (entity(#"<attribute name="_pk" optional="YES" attributeType="Date"/>"#), ["lint.framework-name E _pk"]),
    (
      entity(#"<attribute name="_fok_x" optional="YES" attributeType="Date"/>"#),
      ["lint.framework-name E _fok_x"]
    ),
    (
      entity(#"<attribute name="4_x" optional="YES" attributeType="Date"/>"#), ["lint.framework-name E 4_x"]
    ),
    (entity(#"<attribute name="_DKFoo__bar" optional="YES" attributeType="Date"/>"#), []),
    (entity("", name: "_Metadata"), ["lint.framework-name _Metadata"]),
    (entity("", name: "_4tags"), ["lint.framework-name _4tags"]),
    (entity("", name: "_Private"), []),
    (
      entity(#"<attribute name="description" optional="YES" attributeType="String"/>"#),
      ["lint.reserved-name E description"]
    ),
    (
      entity(#"<attribute name="objectID" optional="YES" attributeType="String"/>"#),
      ["lint.reserved-name E objectID"]
    ),
    (pair(one + #" ordered="YES""#, many), ["lint.ordered-to-one E r"]),
    (pair(many + #" ordered="YES""#, many), ["lint.ordered-one-end E r"]),
    (pair(many + #" ordered="YES""#, many + #" ordered="YES""#), []),
    (pair(many + #" ordered="YES""#, one), []),
    (
      pair(#"maxCount="1" deletionRule="Cascade""#, #"maxCount="1" deletionRule="Cascade""#),
      ["lint.required-both-ends E r"]
    ),
    (
      entity(
        #"<relationship name="r" maxCount="1" deletionRule="Cascade" destinationEntity="E" inverseName="r" inverseEntity="E"/>"#
      ), ["lint.required-both-ends E r"]
    ),
    (pair(one + #" deletionRule="No Action""#, many), ["lint.delete-no-action E r"]),
    (pair(one + #" deletionRule="Deny""#, many), ["lint.delete-deny E r"]),
    (pair(many, #"maxCount="1""#), ["lint.nullify-required E r"]),
    (entity(#"<attribute name="b" transient="YES"/>"#), ["lint.type-undefined E b"]),
    (
      entity(#"<attribute name="b" optional="YES" attributeType="Transformable"/>"#),
      ["lint.transformer-missing E b"]
    ),
    (
      entity(
        #"<attribute name="b" optional="YES" attributeType="Transformable" valueTransformerName="NSKeyedUnarchiveFromData"/>"#
      ), ["lint.transformer-insecure E b"]
    ),
    (
      entity(
        #"<attribute name="b" optional="YES" attributeType="Transformable" valueTransformerName="NSSecureUnarchiveFromData"/>"#
      ), []
    ),
    (
      entity(#"<fetchIndex name="i"><fetchIndexElement property="gone"/></fetchIndex>"#),
      ["lint.index-property E"]
    ),
    (
      entity(
        #"<compoundIndexes><compoundIndex><index value="a"/><index value="gone"/></compoundIndex></compoundIndexes>"#
      ), ["lint.index-property E"]
    ),
    (entity(#"<fetchIndex name="i"><fetchIndexElement property="a"/></fetchIndex>"#), []),
    (
      entity(
        #"<uniquenessConstraints><uniquenessConstraint><constraint value="gone"/></uniquenessConstraint></uniquenessConstraints>"#
      ), ["lint.constraint-property E"]
    ),
    (#"<entity name="E"/>"#, ["lint.entity-empty E"]),
    (#"<entity name="E" isAbstract="YES"/>"#, []),
    (entity("") + #"<entity name="F" parentEntity="E"/>"#, []),
  ]

  @Test(arguments: cases.indices) func general(_ index: Int) throws {
    #expect(try lint(Self.cases[index].0) == Self.cases[index].1)
  }

  static let cloudKitCases: [(String, [String])] = [
    (entity(""), []),
    (pair(one, many), []),
    (
      entity(
        #"<uniquenessConstraints><uniquenessConstraint><constraint value="a"/></uniquenessConstraint></uniquenessConstraints>"#
      ), ["lint.cloudkit-unique E"]
    ),
    (entity(#"<attribute name="b" attributeType="Date"/>"#), ["lint.cloudkit-required-attribute E b"]),
    (
      entity(#"<attribute name="b" optional="YES" attributeType="Object ID"/>"#), ["lint.cloudkit-type E b"]
    ),
    (entity(#"<relationship name="r" \#(one) destinationEntity="E"/>"#), ["lint.cloudkit-no-inverse E r"]),
    (
      pair(#"maxCount="1" deletionRule="Cascade""#, many),
      ["lint.cloudkit-required-relationship E r", "lint.nullify-required F s"]
    ),
    (pair(many + #" ordered="YES""#, one), ["lint.cloudkit-ordered E r"]),
    (pair(one + #" deletionRule="Deny""#, many), ["lint.cloudkit-deny E r"]),
  ]

  @Test(arguments: cloudKitCases.indices) func cloudKit(_ index: Int) throws {
    #expect(try lint(Self.cloudKitCases[index].0, cloudKit: true) == Self.cloudKitCases[index].1)
  }

  /// No reader gives such a model, but a caller may.
  @Test func storedWithoutType() throws {
    var attribute = AttributeDescription(name: "b", type: .undefined)
    attribute.isOptional = true
    let model = try Models.attribute(attribute)
    let ids = ModelLint.findings(in: model, forCloudKit: true).filter { $0.subject.property == "b" }.map(\.id)
    #expect(ids == [.lintCloudKitType, .lintTypeUndefined])
  }
}
