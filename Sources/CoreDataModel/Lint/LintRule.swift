import Diagnostics

/// A piece of advice on a model: each rule has its file, and its ids stand at the bottom of it.
protocol LintRule: SendableMetatype {
  static func findings(in model: ManagedObjectModel) -> [Diagnostic]
}
