import FileOperations

/// What an import or a restore tells while it is at work. It may come from any thread, and is waited for: who takes long
/// makes the work take long.
public enum ImportProgress: Sendable, Equatable {
  /// What is counted.
  public enum Unit: String, Sendable, Equatable {
    /// Bytes of files that were copied.
    case bytes
    /// Rows that were written, or at validation rows that were compared.
    case rows
  }

  /// How far a stage is.
  public struct Work: Sendable, Equatable {
    /// Of both numbers.
    public let unit: Unit
    /// So far.
    public let done: Int64
    /// Of how many. Nil where it is not known before.
    public let total: Int64?
  }

  /// Of a run of several steps, which one begins; its stages follow.
  case step(String)
  /// A stage begins.
  case began(stage: String)
  /// Not more than ten times a second.
  case advanced(stage: String, Work)
  /// It succeeded; with all that it did, if it counted.
  case ended(stage: String, Work?)
}

/// The work of a stage while it goes on.
struct StageWork: Sendable {
  let meter: WorkMeter
  let unit: ImportProgress.Unit

  var now: ImportProgress.Work { Self.work(unit, meter.reading) }

  static func work(_ unit: ImportProgress.Unit, _ reading: WorkMeter.Reading) -> ImportProgress.Work {
    ImportProgress.Work(unit: unit, done: reading.done, total: reading.total)
  }

  /// Nil where nobody wants to know.
  init?(
    _ stage: String, _ unit: ImportProgress.Unit, total: Int64?,
    progress: (@Sendable (ImportProgress) -> Void)?
  ) {
    guard let progress else { return nil }
    self.unit = unit
    meter = WorkMeter(total: total) { progress(.advanced(stage: stage, Self.work(unit, $0))) }
  }
}

extension ImportState {
  /// Counts what a stage does from now on.
  mutating func meter(_ stage: any ImportStage, _ unit: ImportProgress.Unit, total: Int64?) -> WorkMeter? {
    work = StageWork(stage.name, unit, total: total, progress: progress)
    return work?.meter
  }
}

extension ImportStage {
  /// Runs it, and tells of its beginning and its end.
  func perform(_ state: inout ImportState) throws {
    state.work = nil
    state.progress?(.began(stage: name))
    try run(&state)
    state.progress?(.ended(stage: name, state.work?.now))
  }
}
