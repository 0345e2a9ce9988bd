/// Texts in boxes of a fixed width: the letters of the picture are all as wide as each other.
enum PictureText {
  /// Of a letter, in the picture's units, with a little to spare.
  static let letter = 7.4

  /// Cut to so many columns, with an ellipsis.
  static func fitted(_ text: String, characters: Int) -> String {
    let text = PlainText.harmless(text)
    guard PlainText.width(text) > characters else { return text }
    var result = ""
    var width = 0
    for character in text {
      let next = PlainText.width(String(character))
      if width + next > max(1, characters) - 1 { break }
      width += next
      result.append(character)
    }
    return result + "…"
  }
}
