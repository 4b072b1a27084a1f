import Foundation
import Primitives
import Testing

@testable import MaliciousSiteProtection

@Suite struct CanonicalURLTests {
    static let page = "http://www.example.com/security/badware/phishing.html"

    /// The path of `page`, every character an escape.
    static let encodedPath = "/security/badware/phishing.html".utf8.map { "%\($0.hexDigits)" }.joined()

    @Test(
        "All spellings of a page have one canonical form",
        arguments: [
            page, page + "#frags", page + "#a#b", page + "////", page + "#",
            "http://www.example.com/security/../security/badware/phishing.html",
            "http://www.example.com/security/./badware/phishing.html",
            "http://www.example.com/%73%65%63%75%72%69%74%79/%62%61%64%77%61%72%65/%70%68%69%73%68%69%6E%67%2E%68%74%6D%6C",
            "http://www.example.com" + encodedPath,
            "http://www.example.com" + encodedPath.replacing("%", with: "%25%32%35"),
            "http://www.example.com/SECURITY/BADWARE/PHISHING.HTML",
            "http://www.example.com//security//badware//phishing.html",
            "http://www.example.com/security%2F%2e%2E/security%2f%2E/badware/phishing.html",
            "http://www.example.com/%252e%252e/security/badware/x/../phishing.html",
            "http://www.example.com\\security\\badware\\phishing.html",
            "http:\\\\www.example.com/security/badware/phishing.html",
            "  \u{1}http://www.example.com/security/badware/phishing.html \n",
            "ht\ttp://www.exa\r\nmple.com/security/bad\tware/phish\ning.html",
            "http://person:secret@www.example.com:8080/security/badware/phishing.html",
            "http://www.example.org:80@www.example.com/security/badware/phishing.html",
            "HTTP://WWW..example.COM./security/badware/phishing.html",
            "http://%77%77%77.example.com/security/badware/phishing.html",
            "http:www.example.com/security/badware/phishing.html",
            "http://www.example.com/security//../badware/./phishing.html",
            "http://www.example.com/security/x/%2e%2E/badware/phishing.html",
        ]
    )
    func spellings(address: String) {
        #expect(CanonicalURL(address)?.text == Self.page)
    }

    @Test("Addresses made by Foundation have the same form", arguments: ["#a", "////", "?q=%41 b"])
    func foundation(suffix: String) throws {
        let url = try #require(URL(string: Self.page + suffix))
        #expect(CanonicalURL(url) == CanonicalURL(Self.page + suffix))
    }

    @Test(
        "Any number of slashes and backslashes after the scheme is accepted, as browsers do",
        arguments: ["http:h.test/x", "http:/h.test/x", "http:///h.test/x", "http:////h.test\\x", "HTTP:\\\\\\h.test/x"])
    func slashesAfterScheme(address: String) {
        #expect(CanonicalURL(address)?.text == "http://h.test/x")
    }

    @Test(
        "Dot segments are resolved as browsers do, in the path alone",
        arguments: [
            ("http://a.test?x/../y", "http://a.test/?x/../y"),
            ("http://a.test/p/?q//r/./", "http://a.test/p?q//r/./"),
            ("http://a.test/x%3F/../y", "http://a.test/y"),
            ("http://a.test/../../..", "http://a.test/"), ("http://a.test/..a/...", "http://a.test/..a/..."),
            ("http://a.test/a/b/..", "http://a.test/a"), ("http://a.test/%5c..", "http://a.test/\\.."),
            ("http://a.test/download//../invoice.html", "http://a.test/download/invoice.html"),
            ("http://a.test/download/%2F../invoice.html", "http://a.test/download/invoice.html"),
            ("http://a.test/a/.%2E/b/%2e", "http://a.test/b"), ("http://a.test//..//..//a", "http://a.test/a"),
            ("http://a.test/?a#b?c", "http://a.test/?a"), ("http://a.test#?b", "http://a.test/"),
            ("http://a.test/?%41%42", "http://a.test/?ab"),
        ]
    )
    func paths(address: String, canonical: String) {
        #expect(CanonicalURL(address)?.text == canonical)
    }

    @Test(
        "Control characters, spaces, Unicode characters, # and % are escaped after decoding",
        arguments: [
            ("http://a.test/%FF", "http://a.test/%ff"), ("http://a.test/%C3%9Cx", "http://a.test/%c3%9cx"),
            ("http://a.test/\u{DC}%e2%82x", "http://a.test/%c3%9c%e2%82x"),
            ("http://a.test/%0a%00", "http://a.test/%0a%00"), ("http://a.test/a b", "http://a.test/a%20b"),
            ("http://a.test/a #f", "http://a.test/a%20"), ("http://a.test/?a%0Ab", "http://a.test/?a%0ab"),
            ("http://a.test/%7F~", "http://a.test/%7f~"), ("http://a.test/\u{1F600}", "http://a.test/%f0%9f%98%80"),
            ("http://a.test/%", "http://a.test/%25"), ("http://a.test/%4", "http://a.test/%254"),
            ("http://a.test/%4g%zz", "http://a.test/%254g%25zz"), ("http://a.test/%e%32%2525", "http://a.test/%e2%25"),
            ("http://a.test/?q=%23#f", "http://a.test/?q=%23"),
        ]
    )
    func escapes(address: String, canonical: String) {
        #expect(CanonicalURL(address)?.text == canonical)
    }

    @Test(
        "An address that is not an HTTP address with a host has no canonical form",
        arguments: [
            "", " ", "example.com", "/path", "http", "http:", "http:/", "http://", "http:///",
            "http://?q",
            "http://#f", "http://@/", "http://user@", "http://:80/", "http://./", "http://.../x",
            "http://%2e/", "http://[/", "http://[]/", "http://[::1/", "http://[::1]x/", "http://[::1%2F]/",
            "http://[1.2.3.4]/", "http://[::g]/",
            "ftp://example.com/",
            "file:///etc/hosts", "about:blank", "data:text/html,hi", "javascript:alert(1)", "mailto:a@example.com",
            "ws://example.com/", "httpx://example.com/", "blob:https://example.com/1", "view-source:http://example.com",
        ]
    )
    func notJudged(address: String) {
        #expect(CanonicalURL(address) == nil)
    }

    @Test("An escape nested through 64 KiB decodes to one character")
    func deepNesting() {
        let nested = "%" + String(repeating: "25", count: 32_768)
        #expect(CanonicalURL("http://a.test/\(nested)41")?.text == "http://a.test/a")
        #expect(CanonicalURL("http://\(nested)61.test/")?.text == "http://a.test/")
    }

    @Test(
        "Addresses of 64 KiB are read like short ones",
        arguments: [
            (String(repeating: "/..", count: 21_845), "/"), (String(repeating: "/", count: 65_536), "/"),
            (String(repeating: "/a", count: 32_768), String(repeating: "/a", count: 32_768)),
            (String(repeating: "%41", count: 21_845), "/" + String(repeating: "a", count: 21_845)),
        ]
    )
    func longPaths(path: String, canonical: String) {
        let separator = path.hasPrefix("/") ? "" : "/"
        #expect(CanonicalURL("http://a.test\(separator)\(path)")?.text == "http://a.test\(canonical)")
    }

    @Test("Decoding in one pass equals decoding again and again", arguments: 0..<40)
    func decoding(seed: Int) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let length = Int.random(in: 0...40, using: &generator)
            let text = Array((0..<length).map { _ in "%%%%%2255364104aAxg".utf8.randomElement(using: &generator) ?? 0 })
            #expect(percentDecoded(text[...]) == Self.decodedInRounds(text))
        }
    }

    /// The definition, taken literally.
    private static func decodedInRounds(_ text: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var index = 0
        while index < text.count {
            if text[index] == Ascii.percent, index + 2 < text.count,
                let byte = UInt8(hexDigits: text[index + 1...index + 2])
            {
                output.append(byte)
                index += 3
            } else {
                output.append(text[index])
                index += 1
            }
        }
        return output == text ? output : decodedInRounds(output)
    }

    @Test("Any text is read without a trap, and the result is canonical", arguments: 0..<40)
    func fuzz(seed: Int) {
        let tokens = [
            "http://", "https://", "%", "%25", "%2525", "%2F", "%2e", "/", "..", ".", "\\", "@", ":", ":80", "[", "]",
            "[::1]",
            "::", "\0", "\t", "\r\n", "é", "。", "%C3%BC", "%FF", "#", "?", "0x7f", "017", "1", "255",
            "999999999999999999999",
            "example", "www.", "COM", "\u{202E}", "👩‍👩‍👧", "İ", "\u{212A}", " ", "-", "xn--", "%00", "~",
        ]
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<250 {
            let count = Int.random(in: 0...16, using: &generator)
            let text = (0..<count).map { _ in tokens.randomElement(using: &generator) ?? "" }.joined()
            for address in [text, "http://\(text)", "https://a.test/\(text)"] {
                guard let url = CanonicalURL(address) else { continue }
                let labels = url.host.name.split(separator: ".", omittingEmptySubsequences: false)
                let isCanonical =
                    url.text.utf8.allSatisfy { (0x21...0x7E).contains($0) && Ascii.lowercased($0) == $0 }
                    && !labels.contains("") && labels.count <= CanonicalHost.labelLimit
                    && url.text.hasPrefix(address.lowercased().contains("https") ? "http" : "http://")
                #expect(isCanonical, "\(address.debugDescription) gave \(url.text.debugDescription)")
            }
        }
    }

    @Test("The canonical form of a canonical form is itself", arguments: 0..<20)
    func idempotence(seed: Int) {
        let tokens = ["%2F", "%2e", "/", "..", ".", "a", "B", "%41", "%25", "c.d", "é", "%FF", "//", "?", "=", "\\"]
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let count = Int.random(in: 0...12, using: &generator)
            let text = (0..<count).map { _ in tokens.randomElement(using: &generator) ?? "" }.joined()
            let once = CanonicalURL("http://a.test/" + text)
            #expect(once != nil)
            #expect(once.flatMap { CanonicalURL($0.text) } == once)
        }
    }
}
