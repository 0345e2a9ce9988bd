import CoreDataModel
import Diagnostics

/// What Core Data found in a store against what is in it.
struct AppleComparison {
  let file: AppleFile
  let reader: ObjectReader
  let model: ManagedObjectModel

  /// Differences, and a note on what was compared.
  func run() throws -> (differences: [Diagnostic], notes: [Diagnostic]) {
    var differences = try counts()
    var compared: Int64 = 0
    var open: Int64 = 0
    for theirs in file.attributes {
      guard let ours = try reader.attribute(theirs.name, of: theirs.entity) else {
        open += 1
        continue
      }
      compared += 1
      if theirs.digest == nil || ours.digest == nil { open += 1 }
      let isEqual = theirs.digest == nil || ours.digest == nil || theirs.digest == ours.digest
      if theirs.nulls != ours.nulls || !isEqual {
        differences.append(
          difference(theirs.entity, theirs.name, "Core Data reads other values here than are stored."))
      }
    }
    for theirs in file.relationships {
      guard let ours = try reader.relationship(theirs.name, of: theirs.entity) else {
        open += 1
        continue
      }
      compared += 1
      if theirs.links != ours.links || theirs.digest != ours.digest {
        differences.append(
          difference(theirs.entity, theirs.name, "Core Data follows other links here than are stored."))
      } else if theirs.unavailable > 0 {
        differences.append(
          difference(
            theirs.entity, theirs.name, "Objects that links lead to cannot be fetched.", theirs.unavailable))
      }
    }
    let note = Diagnostic(
      .appleCompared, .note, count: compared,
      summary:
        "What Core Data read on a Mac was compared: \(file.counts.count) entities, \(compared) attributes and "
        + "relationships. Of \(open) of them values have no one form of bytes, or no column of their own: they were "
        + "compared by number at most.")
    return (differences, [note])
  }

  private func counts() throws -> [Diagnostic] {
    let names = Set(model.entities.filter { !$0.isAbstract }.map(\.name)).union(file.counts.keys)
    return try names.sorted().compactMap { name in
      let (theirs, ours) = (file.counts[name], try reader.count(name))
      guard theirs != ours else { return nil }
      return difference(name, nil, "Core Data finds another number of objects than there are rows.")
    }
  }

  private func difference(_ entity: String, _ property: String?, _ summary: String, _ count: Int64 = 0)
    -> Diagnostic
  {
    Diagnostic(
      .appleDiffers, .error, Subject(entity: entity, property: property), count: count, summary: summary,
      recovery: [
        "See that the file is of this very OUTPUT and of the same model; then report this with both files' versions."
      ])
  }
}

extension DiagnosticID {
  static let appleDiffers = DiagnosticID("apple-check.differs")
  static let appleCompared = DiagnosticID("apple-check.compared")
}
