import CommandLineParser
import Testing

/// The last step, in a process of its own: what is said arrives whole and on the right stream.
@Suite struct ProcessTests {
  @Test func helpGoesToStandardOutput() async throws {
    let result = try await #require(
      processExitsWith: .exitCode(0), observing: [\.standardOutputContent, \.standardErrorContent]
    ) {
      Tool.execute(["--help"]).endProcess()
    }
    #expect(String(decoding: result.standardOutputContent, as: UTF8.self).contains("OVERVIEW: Moves things."))
    #expect(!String(decoding: result.standardErrorContent, as: UTF8.self).contains("OVERVIEW"))
  }

  @Test func usageErrorsGoToStandardError() async throws {
    let result = try await #require(
      processExitsWith: .exitCode(64), observing: [\.standardOutputContent, \.standardErrorContent]
    ) {
      Tool.execute(["S", String(repeating: "T", count: 200_000)]).endProcess()
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(
      text.contains(
        "Error: Unexpected argument: '\(String(repeating: "T", count: 200_000))'.\nUsage: tool run"))
    #expect(!String(decoding: result.standardOutputContent, as: UTF8.self).contains("Usage"))
  }
}
