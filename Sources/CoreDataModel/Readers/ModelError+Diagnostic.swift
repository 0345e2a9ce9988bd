import Diagnostics

extension ModelError {
  /// How the program ends when this stops it.
  package var exitStatus: ExitStatus {
    switch self {
    case .noSuchVersion: .usage
    case .failed: .failure
    default: .notRecognised
    }
  }

  package var diagnostic: Diagnostic {
    switch self {
    case .notFound(let path):
      Diagnostic(
        .modelNotFound, .error, summary: "There is no model at \(Self.place(path)).",
        recovery: ["Check the path of the model."])
    case .notAModel(let path):
      Diagnostic(
        .modelNotAModel, .error, summary: "\(Self.place(path)) is not a Core Data model.",
        recovery: ["Give a .xcdatamodeld, a .xcdatamodel, the file contents inside one, a .momd or a .mom."])
    case .unsupportedForm(let path, let form):
      Diagnostic(
        .modelUnsupportedForm, .error,
        summary: "\(Self.place(path)) is \(form), which cannot be read here.",
        recovery: ["Give the .momd around it, its .mom, or the .xcdatamodeld that it was made from."])
    case .unreadable(let path, let line, let reason):
      Diagnostic(
        .modelUnreadable, .error,
        summary: "\(Self.place(path, line)) cannot be read: \(reason).",
        recovery: ["Check that the file is whole and that you may read it."])
    case .failed(let path, let reason):
      Diagnostic(
        .modelUnreadable, .error, summary: "\(Self.place(path)) could not be read: \(reason).",
        recovery: ["Remove the cause that the system names, then run again."])
    case .invalid(let path, let line, let entity, let property, let reason):
      Diagnostic(
        .modelInvalid, .error, Subject(entity: entity, property: property),
        summary: "\(Self.place(path, line)) is not valid: \(reason).",
        recovery: ["Open the model in Xcode, correct it there, and save it."])
    case .noCurrentVersion(let path, let versions, let named):
      Diagnostic(
        .modelNoCurrentVersion, .error,
        summary: named.map {
          "\(Self.place(path)) names \($0) as its current version, which it does not hold."
        } ?? "\(Self.place(path)) has several versions and does not say which one is current.",
        recovery: [
          "Name the version with --model-version: \(versions.joined(separator: ", ")).",
          "Or choose the current version in Xcode.",
        ])
    case .noSuchVersion(let path, let version, let versions):
      Diagnostic(
        .modelNoSuchVersion, .error,
        summary: "\(Self.place(path)) has no version \(version).",
        recovery: ["It has: \(versions.joined(separator: ", "))."])
    case .inconsistent(let path, let line, let cause):
      cause.contradiction(at: "\(Self.place(path, line)): ")
    case .duplicateEntity, .unknownSuperentity, .cyclicInheritance, .deepInheritance, .duplicateProperty,
      .unknownDestination,
      .unknownInverse, .oneSidedInverse, .unusableName, .sameTable:
      contradiction(at: "")
    }
  }

  private func contradiction(at place: String) -> Diagnostic {
    let subject = ModelErrorPlace(of: self).map { Subject(entity: $0.entity, property: $0.property) }
    return Diagnostic(
      .modelInconsistent, .error, subject ?? Subject(), summary: place + contradictionText,
      recovery: ["Open the model in Xcode, correct it there, and save it."])
  }

  private var contradictionText: String {
    switch self {
    case .duplicateEntity(_, let entity): "The entity \(entity) is declared twice."
    case .unknownSuperentity(_, let entity, let parent):
      "The parent of \(entity) is \(parent), which the model does not have."
    case .cyclicInheritance(_, let entity): "The entity \(entity) is among its own ancestors."
    case .deepInheritance(_, let entity):
      "The entity \(entity) has more than \(ManagedObjectModel.maximumDepth) ancestors."
    case .duplicateProperty(_, let entity, let property):
      "The entity \(entity) has \(property) twice, its ancestors' properties included."
    case .unknownDestination(_, let entity, let relationship, let destination):
      "\(entity).\(relationship) leads to \(destination), which the model does not have."
    case .unknownInverse(_, let entity, let relationship, let inverse):
      "The inverse of \(entity).\(relationship) is \(inverse), which its destination does not have."
    case .oneSidedInverse(_, let entity, let relationship, let inverse):
      "The inverse of \(entity).\(relationship) is \(inverse), which names another inverse."
    case .unusableName(_, let entity, let property):
      property.map { "\(entity) has a property whose name \($0.debugDescription) no column can bear." }
        ?? "No table can bear the name \(entity.debugDescription)."
    case .sameTable(_, let entity, let other):
      "The entities \(entity) and \(other) differ in case alone, and would share one table."
    case .notFound, .notAModel, .unsupportedForm, .unreadable, .failed, .invalid, .noCurrentVersion,
      .noSuchVersion,
      .inconsistent:
      diagnostic.summary
    }
  }

  /// From the bundle on, or the last component alone: a report must not depend on where things lie.
  private static func place(_ path: String, _ line: Int? = nil) -> String {
    let components = path.split(separator: "/")
    let start =
      components.firstIndex { $0.hasSuffix(".xcdatamodeld") }
      ?? components.firstIndex { $0.hasSuffix(".xcdatamodel") }
    let shown = components[(start ?? max(components.count - 1, 0))...].joined(separator: "/")
    let name = shown.isEmpty ? path : shown
    return line.map { $0 > 0 ? "\(name), line \($0)," : name } ?? name
  }
}
