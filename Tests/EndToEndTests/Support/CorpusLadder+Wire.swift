extension Ladder {
  /// A messenger's nine stores, each to the next version of the model and to the newest of about ninety.
  static let wire: [Step] =
    [
      step("2-3", "2.3", "2.4"),
      step(
        "2-3", "2.3", "2.101.0",
        dropped: [
          "Connection.modifiedDataFields 2", "Conversation.callStateNeedsToBeUpdatedFromBackend 3",
          "Conversation.draftMessageText 1", "Conversation.isSilenced 3", "Conversation.lastEventID_data 3",
          "Conversation.modifiedDataFields 3", "Message.isEncrypted 5", "Message.isPlainText 2",
          "Message.modifiedDataFields 5", "User.localSmallProfileRemoteIdentifier_data 2",
          "User.mediumRemoteIdentifier_data 2", "User.modifiedDataFields 3",
          "User.smallProfileRemoteIdentifier_data 2", "UserClient.modifiedDataFields 8",
        ],
        more: ["plan.order-dropped Conversation.messages 2", participants(2)]),
      step("2-21-1", "2.21.1", "2.21.2", problems: missing),
      step(
        "2-21-1", "2.21.1", "2.101.0", dropped: call + draft + silenced + plain + pictures,
        more: [order, participants(24)]),
      step("2-30-0", "2.30.0", "2.31.0", dropped: call, problems: missing),
      step(
        "2-30-0", "2.30.0", "2.101.0", dropped: call + draft + silenced + plain + pictures,
        more: [order, participants(24)]),
      step("2-40-0", "2.40.0", "2.41.0", problems: missing),
      step(
        "2-40-0", "2.40.0", "2.101.0", dropped: draft + silenced + plain + pictures,
        more: [order, participants(24)]),
      // 2.46 and 2.47 have equal hashes: the store is taken for the target's own version.
      step("2-46-0", "2.47.0", "2.47.0", problems: missing),
      step(
        "2-46-0", "2.46.0", "2.101.0", dropped: draft + silenced + pictures, more: [order]),
      // From 2.53 on `isSilenced` bears the identifier of its successor, a number.
      step("2-53-0", "2.53.0", "2.54.0", problems: missing),
      step(
        "2-53-0", "2.53.0", "2.101.0", dropped: pictures, more: [order]),
      step("2-76-0", "2.76.0", "2.77.0"),
      step("2-76-0", "2.76.0", "2.101.0"),
      step("2-88-0", "2.88.0", "2.89.0"),
      step("2-88-0", "2.88.0", "2.101.0"),
      step("2-100-0", "2.100.0", "2.101.0"),
    ]

  /// The store names a file of external data that its repository lacks.
  private static let missing = ["error source.external-file-missing User.imageMediumData [1]"]
  private static let order = "plan.order-dropped Conversation.messages 4"
  private static let call = ["Conversation.callStateNeedsToBeUpdatedFromBackend 21"]
  private static let draft = ["Conversation.draftMessageText 2"]
  private static let silenced = ["Conversation.isSilenced 21"]
  private static let plain = ["Message.isEncrypted 24", "Message.isPlainText 21"]
  private static let pictures = [
    "User.imageMediumData 1", "User.imageSmallProfileData 1", "User.localMediumRemoteIdentifier_data 1",
    "User.localSmallProfileRemoteIdentifier_data 3", "User.mediumRemoteIdentifier_data 21",
    "User.smallProfileRemoteIdentifier_data 21",
  ]

  private static func participants(_ links: Int) -> String {
    "plan.relationship-dropped Conversation.otherActiveParticipants \(links)"
  }

  private static func step(
    _ store: String, _ source: String, _ target: String, dropped: [String] = [], more: [String] = [],
    problems: [String] = []
  ) -> Step {
    Step(
      folder: "wireapp__wire-ios-data-model/zmessaging", store: "store\(store).wiredatabase",
      bundle: "models/zmessaging.xcdatamodeld", source: "zmessaging\(source)", target: "zmessaging\(target)",
      reasons: dropped.map { "plan.attribute-dropped \($0)" } + more, problems: problems)
  }
}
