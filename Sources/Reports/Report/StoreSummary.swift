internal import JSON

/// The source or the destination of an import. What is not known is nil, and null in JSON.
package struct StoreSummary: Sendable, Equatable {
  /// Where a version hash comes from.
  package enum HashOrigin: String, Sendable, CaseIterable {
    /// Read from a store's metadata or a compiled model.
    case copied
    /// Calculated from a model's description.
    case computed
    /// Published by the `VersionInfo.plist` of a compiled model.
    case versionInfo = "version-info"
    /// Taken from an empty store that the app made.
    case template
  }

  package var modelVersion: String?
  package var recognisedBy: String?
  package var format: String?
  /// Lower-case hexadecimal digits by entity.
  package var versionHashes: [String: String]?
  /// By entity.
  package var hashOrigin: [String: HashOrigin]?

  package init(
    modelVersion: String? = nil, recognisedBy: String? = nil, format: String? = nil,
    versionHashes: [String: String]? = nil, hashOrigin: [String: HashOrigin]? = nil
  ) {
    self.modelVersion = modelVersion
    self.recognisedBy = recognisedBy
    self.format = format
    self.versionHashes = versionHashes
    self.hashOrigin = hashOrigin
  }

  var jsonValue: JSONValue {
    [
      "modelVersion": .optional(modelVersion),
      "recognisedBy": .optional(recognisedBy),
      "format": .optional(format),
      "versionHashes": versionHashes.map { .object($0.mapValues(JSONValue.string)) } ?? .null,
      "hashOrigin": hashOrigin.map { .object($0.mapValues { .string($0.rawValue) }) } ?? .null,
    ]
  }

  init(_ value: JSONValue, at place: String) throws(JSONShapeError) {
    var fields = try ObjectFields(value, at: place)
    modelVersion = try fields.optionalString("modelVersion")
    recognisedBy = try fields.optionalString("recognisedBy")
    format = try fields.optionalString("format")
    versionHashes = try fields.optionalNames("versionHashes")
    hashOrigin = nil
    if let names = try fields.optionalNames("hashOrigin") {
      var origins: [String: HashOrigin] = [:]
      for (name, word) in names {
        guard let origin = HashOrigin(rawValue: word) else {
          throw .wrongType(
            "\(fields.path("hashOrigin"))[\(name)]", "one of copied, computed, template, version-info")
        }
        origins[name] = origin
      }
      hashOrigin = origins
    }
    try fields.finish()
  }
}
