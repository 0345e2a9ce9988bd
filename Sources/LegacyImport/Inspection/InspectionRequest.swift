/// What is to be looked into, and the models that may tell its version. Paths are as the user gave them.
public struct InspectionRequest: Sendable {
  /// The store's main file.
  public var store: String
  /// Models of the app; several stand for one merged model.
  public var models: [String]
  /// More places to look for the store's version.
  public var sourceModels: [String]

  /// A request without any model: the store's own serves.
  public init(store: String, models: [String] = [], sourceModels: [String] = []) {
    self.store = store
    self.models = models
    self.sourceModels = sourceModels
  }
}
