import Foundation

/// Where an archive of ours differs from the real one, and the reasons that are known (page on model archives).
struct ArchiveDifference {
  let path: String
  let own: String?
  let real: String?

  /// What differs between the forms of archives, or is no part of the model; nil for what has no such reason.
  var reason: String? {
    switch true {
    case path.hasPrefix("/CDMCompiler"): "the compiler's version"
    case path.hasSuffix("/NSFlagsKey") && real == nil && own == "integer(0)": "flags missing before 2010"
    case path.contains("/NSSubentities") && real == nil && own != nil
      && (own == "nil" || path.hasSuffix("#")):
      "no list of subentities, in caches of optimized models"
    case path.hasSuffix("/NSSubentities") && real == "nil":
      "no list of subentities, in caches of optimized models"
    case path.hasSuffix("/NSDefaultValue")
      && [own, real] == ["boolean(false)", "integer(0)"] || [own, real] == ["boolean(true)", "integer(1)"]:
      "truth values as numbers"
    case path.hasSuffix("/NSUniqueTuples#") && own == nil: "an empty list of constraints"
    default: nil
    }
  }

  var text: String { "\(path): \(own ?? "-"), not \(real ?? "-")" }

  /// What is left without a reason, and the reasons of the rest.
  static func compare(_ own: [UInt8], with real: [UInt8]) throws -> (
    open: [ArchiveDifference], reasons: Set<String>
  ) {
    let differences = try ArchiveTree(own).differences(from: ArchiveTree(real))
      .map { ArchiveDifference(path: $0.path, own: $0.own, real: $0.other) }
    return (
      differences.filter { $0.reason == nil }, Set(differences.compactMap(\.reason))
    )
  }
}

extension ArchiveDifference {
  var isAboutIndexes: Bool {
    path.contains("/NSFetchIndexDescriptions") || path.hasSuffix("/NSCompoundIndexes#")
  }
}
