import Digests
import Foundation

/// Words that stand where a user's own may stand, one for each place, and that no bundle may hold in any writing.
enum Canary {
  static let fileName = "Quokka"
  static let folder = "Wombat"
  static let table = "Numbat"
  static let column = "ZBILBY"
  static let view = "dingo"
  static let trigger = "echidna"
  static let index = "kookaburra"
  static let text = "platypus"
  static let comment = "bandicoot"
  static let number = "8675309"
  static let type = "brolga"
  static let key = "possum"
  static let value = "wallaby"
  static let identifier = "galah"
  static let modelFile = "Taipan"
  static let version = "Kowari"
  static let externalFile = "Cockatoo"
  static let user = "kangaroo"
  static let host = "koala"
  static let home = "lorikeet"
  static let entity = "Rosella"
  static let uuid = "CURRAWONG"
  static let report = "bowerbird"

  static let all = [
    fileName, folder, table, column, view, trigger, index, text, comment, number, type, key, value,
    identifier,
    modelFile, version, externalFile, user, host, home, entity, uuid, report, Program.canary,
  ]

  /// The canaries, and other words, that a text holds: plain in any case, in base64 at any place of a group of three, in
  /// hexadecimal digits, percent-encoded, in UTF-16, backwards.
  static func traces(in text: String, also words: [String] = []) -> [String] {
    let text = text.lowercased()
    return (all + words).filter { !$0.isEmpty }.flatMap { word in
      writings(of: word).filter { text.contains($0.value.lowercased()) }.map { "\(word): \($0.key)" }
    }
  }

  private static func writings(of word: String) -> [String: String] {
    var result = ["plain": word, "backwards": String(word.reversed())]
    for (form, spelling) in [("", word), ("lower ", word.lowercased()), ("upper ", word.uppercased())] {
      let bytes = Array(spelling.utf8)
      result[form + "hex"] = bytes.hexadecimalText
      result[form + "wide"] = bytes.flatMap { [$0, 0] }.hexadecimalText
      result[form + "percent"] = bytes.map { "%" + [$0].hexadecimalText }.joined()
      // Case counts in base64; but a long enough part of it does not come about by chance.
      for shift in 0..<3 {
        let padded = Array(repeating: UInt8(0), count: shift) + bytes
        let base64 = Data(padded).base64EncodedString().filter { $0 != "=" }
        let whole = base64.dropFirst(shift == 0 ? 0 : shift + 1).dropLast(padded.count % 3 == 0 ? 0 : 1)
        if whole.count >= 5 { result[form + "base64 \(shift)"] = String(whole) }
      }
    }
    return result
  }
}
