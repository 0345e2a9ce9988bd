internal import Digests

/// One page, whole in itself: nothing of it is fetched from anywhere, and its policy forbids that anything is.
struct HTMLDocument {
  let title: String
  /// What kind of page it is, in small letters above its headline.
  let kind: StaticString
  let summary: any HTMLSection
  /// Those that have something to tell.
  let sections: [any HTMLSection]

  /// Ends with a line feed.
  func html() -> String {
    var page = HTMLWriter()
    page.literal("<!DOCTYPE html>\n")
    page.block("html", ["lang": "en"]) { page in
      page.block("head") { head(&$0) }
      page.block("body") { body(&$0) }
    }
    return page.html
  }

  private func head(_ page: inout HTMLWriter) {
    page.void("meta", ["charset": "utf-8"])
    page.literal("\n")
    page.void("meta", ["http-equiv": "Content-Security-Policy", "content": Self.policy])
    page.literal("\n")
    page.void("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
    page.literal("\n")
    page.void("meta", ["name": "color-scheme", "content": "light dark"])
    page.literal("\n")
    page.line("title", title)
    // Nothing of a report stands in either: they are the bytes that the policy names.
    page.element("style") { page in for part in HTMLStyle.parts { page.literal(part) } }
    page.literal("\n")
  }

  /// Only this style and this script, by their digests; no request to anywhere.
  private static let policy: String = {
    func source(_ parts: [StaticString]) -> String {
      "'sha256-\(sha256(Array(parts.map(\.description).joined().utf8)).base64Text)'"
    }
    return
      "default-src 'none'; style-src \(source(HTMLStyle.parts)); script-src \(source([HTMLScript.text]));"
      + " base-uri 'none'; form-action 'none'"
  }()

  private func body(_ page: inout HTMLWriter) {
    page.literal("<a class=\"skip\" href=\"#main\">Skip to the content</a>\n")
    page.block("header", ["class": "top"]) { page in
      page.element("p", ["class": "kind"]) { page in
        page.literal("<span class=\"mark\">import-legacy</span> ")
        page.literal(kind)
      }
      page.literal("\n")
      ThemeSwitch.write(to: &page)
    }
    page.block("main", ["id": "main"]) { page in
      page.block("section", ["class": "summary", "aria-labelledby": "headline"]) { summary.write(to: &$0) }
      navigation(&page)
      for section in sections {
        page.block("section", ["id": section.id, "aria-labelledby": "\(section.id)-title"]) { page in
          page.line("h2", ["id": "\(section.id)-title"], section.title)
          section.write(to: &page)
        }
      }
    }
    page.literal(
      """
      <footer>
      <p>One file, whole in itself: it fetches nothing, and holds counts, names and digests, but no value of the data.</p>
      </footer>

      """)
    page.element("script") { $0.literal(HTMLScript.text) }
    page.literal("\n")
  }

  private func navigation(_ page: inout HTMLWriter) {
    page.block("nav", ["aria-label": "Parts of this page"]) { page in
      page.block("ul") { page in
        for section in sections {
          page.element("li") { $0.element("a", ["href": "#\(section.id)"], section.title) }
          page.literal("\n")
        }
      }
    }
  }
}
