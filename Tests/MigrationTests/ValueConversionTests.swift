import CoreDataMapping
import CoreDataModel
import Testing

@Suite("Changes of type")
struct ValueConversionTests {
  @Test("Which changes of type are clear, in full")
  func conversions() {
    let integers: [AttributeType] = [.integer16, .integer32, .integer64]
    var clear: [AttributeType: [AttributeType]] = [
      .boolean: integers, .double: integers + [.decimal, .float, .date],
      .float: integers + [.decimal, .double], .decimal: integers + [.double, .float], .date: [.double],
      .string: integers + [.double, .float, .uuid, .uri], .uri: [.string], .uuid: [.string],
    ]
    for integer in integers {
      clear[integer] = integers.filter { $0 != integer } + [.decimal, .double, .float, .string, .boolean]
    }
    for from in AttributeType.allCases {
      let found = AttributeType.allCases.filter { ValueConversion(from: from, to: $0) != nil }
      #expect(Set(found) == Set(clear[from] ?? []), "\(from)")
    }
  }
}
