/// The relationships of one side, each pair of them as one line.
struct PictureLinks {
  struct Link {
    let from: Int
    let to: Int
    /// Whether objects at the end have many of those at the start, and the other way round.
    let isManyAtStart: Bool
    let isManyAtEnd: Bool
    let change: ReportedChange.Change
    let title: String
  }

  let links: [Link]

  /// - Parameter boxes: of this side, by entity.
  init(_ boxes: [String: PictureBox], order: [String]) {
    var seen: Set<String> = []
    var links: [Link] = []
    for name in order {
      guard let box = boxes[name] else { continue }
      for line in box.relationships {
        guard let relationship = line.relationship, let target = boxes[relationship.destination] else {
          continue
        }
        // The inverse may be a parent's; its line is the one that is there.
        let inverse = relationship.inverse.flatMap { inverse in
          target.relationships.first { $0.name == inverse }
        }
        let ends = ["\(name).\(line.name)", "\(target.name).\(inverse?.name ?? "")"]
        if inverse != nil, !seen.insert(ends.sorted().joined(separator: " ")).inserted { continue }
        links.append(
          Link(
            from: box.middle(of: line.name), to: target.middle(of: inverse?.name),
            isManyAtStart: inverse?.relationship?.isToMany ?? false, isManyAtEnd: relationship.isToMany,
            change: line.change == .kept ? inverse?.change ?? .kept : line.change,
            title: inverse == nil ? ends[0] : ends.joined(separator: " and ")))
      }
    }
    self.links = links
  }
}
