// swift-tools-version: 5.9
import PackageDescription

let package = Package(
  name: "apple-check",
  platforms: [.macOS(.v13)],
  targets: [.executableTarget(name: "apple-check")]
)
