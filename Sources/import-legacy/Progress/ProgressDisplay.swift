import LegacyImport
import Synchronization

/// Where a command's progress and messages appear, from whichever thread they come.
final class ProgressDisplay: Sendable {
  private struct State: ~Copyable {
    var renderer: any ProgressRenderer & Sendable
  }

  private let state: Mutex<State>
  /// Whether stages are named in messages too.
  private let namesStages: Bool
  /// False where events would lead nowhere.
  private let takesEvents: Bool

  init(_ renderer: (any ProgressRenderer & Sendable)?, namesStages: Bool) {
    state = Mutex(State(renderer: renderer ?? PlainMessages()))
    self.namesStages = namesStages
    takesEvents = renderer != nil || namesStages
  }

  /// What an import is to tell; nil where nobody listens, so that nothing is counted.
  var ofImport: (@Sendable (ImportProgress) -> Void)? {
    guard takesEvents else { return nil }
    return { self.show(ProgressEvent($0)) }
  }

  func show(_ event: ProgressEvent) {
    let message = namesStages ? Self.message(event) : nil
    state.withLock { state in
      if let message { state.renderer.say("import-legacy: \(message)") }
      state.renderer.show(event)
    }
  }

  func say(_ message: String) { state.withLock { $0.renderer.say(message) } }

  func close() { state.withLock { $0.renderer.close() } }

  private static func message(_ event: ProgressEvent) -> String? {
    switch event.kind {
    case .step, .stageBegin: event.name
    case .storeEnd: "\(event.name): \(event.outcome ?? "")"
    case .progress, .stageEnd: nil
    }
  }
}
