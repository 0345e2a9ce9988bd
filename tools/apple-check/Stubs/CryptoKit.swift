// What apple-check uses of CryptoKit, declared and no more. Nothing here runs.
import Foundation

public struct SHA256 {
  public init() {}
  public mutating func update<D: DataProtocol>(data: D) {}
  public func finalize() -> [UInt8] { [] }
}
