extension ModelElement {
  /// Xcode writes `elementID`. Models made by hand say `renamingIdentifier` (section 5.3 of the format's page).
  var renamingIdentifier: String? {
    text("elementID") ?? text("renamingIdentifier")
  }

  var usesForeignRenamingIdentifier: Bool {
    text("elementID") == nil && text("renamingIdentifier") != nil
  }
}
