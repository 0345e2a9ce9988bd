import CoreDataModel
import CoreDataStore
import Diagnostics

extension Recognition {
  /// What is to be told of a version that is known; nothing where it is as usual.
  ///
  /// - Parameter chosen: Which of several equal versions was taken; nil for the first.
  func notes(on chosen: RecognisedModel? = nil) -> [Diagnostic] {
    guard case .known(let first, let equals) = answer else { return [] }
    let found = chosen ?? first
    var notes: [Diagnostic] = []
    let alike = alike(found)
    if !alike.isEmpty {
      notes.append(
        Diagnostic(
          .versionsAlike, .note, count: Int64(alike.count),
          summary:
            "The store may as well be of \(alike.joined(separator: ", ")): these versions have the same hashes, and "
            + "lay out a store alike. It was read as \(found.model.name)."))
    }
    if isDiscovered {
      notes.append(
        Diagnostic(
          .modelDiscovered, .note,
          summary:
            "The store's version \(found.model.name) is in none of the models that were named. It was found in "
            + "one that lies beside them, or beside the store."))
    }
    switch found.recognisedBy {
    case .versionInfo:
      let differing = equals.first.map(Self.differing) ?? []
      notes.append(
        Diagnostic(
          .versionByInfo, .note, count: Int64(differing.count),
          summary:
            "The store's hashes are those that VersionInfo.plist lists for \(found.model.name). Worked out from "
            + "the model they would be others, for \(NameList.text(differing))."))
    case .structure:
      let differing = nearest?.differing ?? []
      notes.append(
        Diagnostic(
          .versionByStructure, .warning, count: Int64(differing.count),
          summary:
            "The store was taken for \(found.model.name): it has the same entities, and its tables are laid out "
            + "like it to the last column. The hashes of \(NameList.text(differing)) cannot be compared: the rule by which "
            + "they are worked out is not proven for what is in these entities.",
          recovery: ["If it is of another version, name that with --source-version."]))
    case .versionHashes, .cachedModel, .given: break
    }
    return notes + cacheNotes
  }

  /// Names of the other versions that the store may as well be of.
  func alike(_ found: RecognisedModel) -> [String] {
    guard case .known(_, let equals) = answer else { return [] }
    return Set(equals.map(\.name)).subtracting([found.model.name]).sorted(by: VersionOrder.precedes)
  }

  /// A cached model that says something else than the metadata: one of them is of another version.
  var cacheNotes: [Diagnostic] {
    guard case .differs(_, let entities) = cached else { return [] }
    return [.cachedModelDiffers(names: entities)]
  }

  /// Why a run cannot go on; nothing where the version is known.
  ///
  /// - Parameter hasModels: Whether any model was named.
  func obstacle(hasModels: Bool) -> [Diagnostic] {
    switch answer {
    case .known: []
    case .ambiguous(let fitting): [Self.ambiguous(fitting.map(\.name), "The store may be of")]
    case .newer(let evidence): [Self.newer(evidence)]
    case .unknown: [hasModels || !candidates.isEmpty ? unknownVersion() : noOwnModel()]
    }
  }

  static func ambiguous(_ names: [String], _ beginning: String) -> Diagnostic {
    Diagnostic(
      .versionAmbiguous, .error, count: Int64(names.count),
      summary:
        "\(beginning) several versions (\(names.joined(separator: ", "))), and what becomes of its data "
        + "depends on which of them it is.",
      recovery: ["Name the version with --source-version, and give only the model bundle it is in."])
  }

  private static func newer(_ evidence: NewerEvidence) -> Diagnostic {
    let (count, reason): (Int, String) =
      switch evidence {
      case .identifier(let store, let model):
        (1, "it bears the version identifier \(store), and the newest of theirs is \(model)")
      case .listed(let name, let last):
        (
          1,
          "VersionInfo.plist lists it as \(name), whose model cannot be read, and the newest other is \(last)"
        )
      case .structure(let model, let extra):
        (
          extra.count,
          "its tables have everything that \(model) asks for, and besides it \(NameList.text(extra))"
        )
      }
    return Diagnostic(
      .versionNewer, .error, count: Int64(count),
      summary: "The store looks newer than every model given: \(reason). A store is never taken back.",
      recovery: [
        "Give the model of the version of the app that wrote the store last, with --model or --source-model.",
        "If a model given is the later one after all, and dropped what it lacks, name the store's version with "
          + "--source-version; \(cachedModelName) stands for the model that the store caches.",
      ])
  }

  /// Says which version comes nearest, and where it differs.
  private func unknownVersion() -> Diagnostic {
    var text = " None of their entities is the store's."
    if let nearest {
      text =
        " The nearest is \(nearest.name), with \(nearest.equal) entities alike; different or only on one side: "
        + "\(NameList.text(nearest.differing))."
      let missing = nearest.structure.missing
      let extra = nearest.structure.extra
      if nearest.structure.isEqual {
        text += " The tables are laid out like it all the same."
      } else {
        if !missing.isEmpty { text += " The tables lack \(NameList.text(missing))." }
        if !extra.isEmpty { text += " They have besides it \(NameList.text(extra))." }
      }
    }
    if let listedName {
      text +=
        " VersionInfo.plist lists the store's hashes as those of \(listedName), whose model cannot be read."
    }
    return Diagnostic(
      .versionUnknown, .error, count: Int64(candidates.count),
      summary: "The store is of none of the model versions given.\(text)",
      recovery: [
        "Give the model bundle that holds the version the app had when it wrote this store, with --source-model.",
        "If you know the version, name it with --source-version.",
      ])
  }

  /// Why the store's own model does not serve in place of one given.
  private func noOwnModel() -> Diagnostic {
    let reason =
      switch cached {
      case .agrees: "a fault of this program's"
      case .differs: "the model that it caches is of another version than its metadata says"
      case .unreadable(let error):
        "the model that it caches cannot be read (\(error.diagnostic.summary))"
      case .none: "it caches none, as stores written before 2012 and by other tools do not"
      }
    return Diagnostic(
      .modelNoneForStore, .error,
      summary: "No model was given, and the store's own cannot be used: \(reason).",
      recovery: ["Give the model with --model."])
  }

  private static func differing(_ version: GivenVersion) -> [String] {
    let (computed, published) = (version.computed, version.published ?? [:])
    return Set(computed.keys).union(published.keys).filter { computed[$0] != published[$0] }.sorted()
  }

  /// What the model that a store caches is called: the cache does not keep its file's name.
  static let cachedModelName = "\"cached model\""
}

extension DiagnosticID {
  static let modelNoneForStore = DiagnosticID("model.none-for-store")
  static let versionUnknown = DiagnosticID("model.version-unknown")
  static let versionAmbiguous = DiagnosticID("model.version-ambiguous")
  static let versionNewer = DiagnosticID("model.version-newer")
  static let versionsAlike = DiagnosticID("source.versions-alike")
  static let versionByInfo = DiagnosticID("source.version-by-info")
  static let versionByStructure = DiagnosticID("source.version-by-structure")
  static let modelDiscovered = DiagnosticID("source.model-discovered")
  static let cachedModelDiffers = DiagnosticID("source.cached-model-differs")
}

extension Diagnostic {
  static func cachedModelDiffers(names: [String]) -> Diagnostic {
    Diagnostic(
      .cachedModelDiffers, .warning, count: Int64(names.count),
      summary: "The model that the store caches has other version hashes than its metadata, for "
        + "\(NameList.text(names)).",
      recovery: [
        "One of the two is of another version. Trust neither before a model from the app's sources has the hashes."
      ])
  }
}
