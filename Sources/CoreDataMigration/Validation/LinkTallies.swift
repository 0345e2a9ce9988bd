/// First reading: one tally for each place where the destination keeps links.
final class LinkTallies: LinkSink {
  let tallies: [LinkTally]

  init(count: Int) { tallies = (0..<count).map { _ in LinkTally() } }

  func expect(_ link: Link, in store: Int, lines: [Int], oldOwner: Int64) { tallies[store].expect(link) }

  func find(_ link: Link, in store: Int) { tallies[store].find(link) }
}
