/// What kind of archive a model is written as.
///
/// Of the forms that real archives have, these are the ones that a model alone decides (format page 5.6).
enum ModelArchiveForm: Sendable, Hashable {
  /// A `.mom`: an entity lists its own properties.
  case compiled
  /// A store's cache: an entity lists inherited properties again.
  ///
  /// - hasFetchIndexes: whether the framework had fetch indexes, 836 and later.
  /// - namesClasses: whether the entities' classes are named. In half of the real caches none is; those differ in how
  ///   they list indexes too.
  case cached(hasFetchIndexes: Bool, namesClasses: Bool)

  var isCache: Bool { self != .compiled }

  /// A cache that names no classes.
  var isStripped: Bool {
    if case .cached(_, let namesClasses) = self { !namesClasses } else { false }
  }
}
