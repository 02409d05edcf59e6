import Testing

@testable import App

struct LinkFinderTests {
    @Test(arguments: [
        ("no address", []),
        ("https://example.com", ["https://example.com"]),
        ("Look: HTTPS://Example.com/a?b=c&d=é#f.", ["HTTPS://Example.com/a?b=c&d=é#f"]),
        ("(see http://x.org/y_(z)), and http://[::1]:80/!", ["http://x.org/y_(z)", "http://[::1]:80/"]),
        ("“https://a.b” <https://c.d>", ["https://a.b", "https://c.d"]),
        ("http://one.example http://two.example", ["http://one.example", "http://two.example"]),
        ("javascript:alert(1) data:text/html,x file:///etc/passwd", []),
        ("https://bank.example@evil.example/ https:///nohost http:// https://", []),
        ("xhttps://a.b", []),
        ("hhttp://a.b and http://", []),
        ("🎡https://a.b🎡", ["https://a.b🎡"]),
        ("e\u{301}https://a.b", []),
        ("https://a.b\u{a0}c https://d.e\u{2003}f https://\u{301}g", ["https://a.b", "https://d.e"]),
        ("https://a.b/e\u{301}, https://c.d/(e)), [https://f.g]", ["https://a.b/e\u{301}", "https://c.d/(e)", "https://f.g"]),
    ])
    func `only web addresses become links`(text: String, links: [String]) {
        let parts = LinkFinder.parts(of: text)
        #expect((parts ?? []).compactMap(\.href) == links)
        #expect((parts ?? [LinkedText(text: text)]).map(\.text).joined() == text)
    }

    @Test func `finding links never loses any text`() {
        var generator = SystemRandomNumberGenerator()
        let pieces = ["http://", "https://", "h", "(", ")", "]", "[", ".", ",", " ", "\n", "a.b", "é", "🎡", "@", "/", "\"", "'", "x"]
        for _ in 0..<2_000 {
            let text = (0..<Int.random(in: 1...12, using: &generator)).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
            guard let parts = LinkFinder.parts(of: text) else { continue }
            #expect(parts.map(\.text).joined() == text)
            for href in parts.compactMap(\.href) { #expect(href.hasPrefix("http://") || href.hasPrefix("https://")) }
        }
    }
}
