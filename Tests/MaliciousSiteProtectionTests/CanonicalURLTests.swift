import Foundation
import Primitives
import Testing

@testable import MaliciousSiteProtection

@Suite struct CanonicalURLTests {
    static let page = "http://www.example.com/security/badware/phishing.html"

    /// The path of `page`, every character an escape.
    static let encodedPath = "/security/badware/phishing.html".utf8.map { "%\($0.hexDigits)" }.joined()

    @Test(
        "Every spelling of a page has one canonical form",
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
            "http://%2577ww.ex\u{0}ample.com/security/badware/phishing.html",
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
        "Public vectors of Google Safe Browsing hold wherever the two definitions agree",
        arguments: [
            ("http://www.google.com/", "http://www.google.com/"),
            ("http://3279880203/blah", "http://195.127.0.11/blah"),
            ("http://www.google.com/blah/..", "http://www.google.com/"),
            ("http://www.evil.com/blah#frag", "http://www.evil.com/blah"),
            ("http://www.GOOgle.com/", "http://www.google.com/"),
            ("http://www.google.com.../", "http://www.google.com/"),
            ("http://www.google.com/foo\tbar\rbaz\n2", "http://www.google.com/foobarbaz2"),
            ("http://www.google.com/q?", "http://www.google.com/q?"),
            ("http://www.google.com/q?r?", "http://www.google.com/q?r?"),
            ("http://www.google.com/q?r?s", "http://www.google.com/q?r?s"),
            ("http://evil.com/foo#bar#baz", "http://evil.com/foo"),
            ("http://evil.com/foo;", "http://evil.com/foo;"),
            ("http://evil.com/foo?bar;", "http://evil.com/foo?bar;"),
            ("http://notrailingslash.com", "http://notrailingslash.com/"),
            ("http://www.gotaport.com:1234/", "http://www.gotaport.com/"),
            ("  http://www.google.com/  ", "http://www.google.com/"),
            ("https://www.securesite.com/", "https://www.securesite.com/"),
            ("http://host.com//twoslashes?more//slashes", "http://host.com/twoslashes?more//slashes"),
        ]
    )
    func safeBrowsing(address: String, canonical: String) {
        #expect(CanonicalURL(address)?.text == canonical)
    }

    @Test(
        "Where they differ, nothing is encoded again, trailing slashes go, and hosts keep printable ASCII alone",
        arguments: [
            ("http://host/%25%32%35", "http://host/%"),
            ("http://host/%25%32%35%25%32%35", "http://host/%%"),
            ("http://host/%2525252525252525", "http://host/%"),
            ("http://host/asdf%25%32%35asd", "http://host/asdf%asd"),
            ("http://host/%%%25%32%35asd%%", "http://host/%%%asd%%"),
            (
                "http://%31%36%38%2e%31%38%38%2e%39%39%2e%32%36/%2E%73%65%63%75%72%65/%77%77%77%2E%65%62%61%79%2E%63%6F%6D/",
                "http://168.188.99.26/.secure/www.ebay.com"
            ),
            ("http://host%23.com/%257Ea%2521b%2540c", "http://host#.com/~a!b@c"),
            ("http://\u{1}\u{80}.com/", "http://com/"),
            ("http:// leadingspace.com/", "http://leadingspace.com/"),
            ("http://%20leadingspace.com/", "http://leadingspace.com/"),
            ("http://host.com/ab%23cd", "http://host.com/ab#cd"),
        ]
    )
    func differences(address: String, canonical: String) {
        #expect(CanonicalURL(address)?.text == canonical)
    }

    @Test(
        "Only the path is resolved, and only before the question mark that the address has",
        arguments: [
            ("http://a.test?x/../y", "http://a.test/?x/../y"),
            ("http://a.test/p/?q//r/./", "http://a.test/p?q//r/./"),
            ("http://a.test/x%3F/../y", "http://a.test/y"),
            ("http://a.test/../../..", "http://a.test/"), ("http://a.test/..a/...", "http://a.test/..a/..."),
            ("http://a.test/a/b/..", "http://a.test/a"), ("http://a.test/%5c..", "http://a.test/\\.."),
            ("http://a.test/?a#b?c", "http://a.test/?a"), ("http://a.test#?b", "http://a.test/"),
            ("http://a.test/?%41%42", "http://a.test/?ab"), ("http://a.test/a b", "http://a.test/a b"),
            ("http://a.test/a #f", "http://a.test/a "),
        ]
    )
    func paths(address: String, canonical: String) {
        #expect(CanonicalURL(address)?.text == canonical)
    }

    @Test(
        "Bytes that are no UTF-8 stay escapes, and Unicode is lower-cased",
        arguments: [
            ("http://a.test/%FF", "http://a.test/%ff"), ("http://a.test/%C3%9Cx", "http://a.test/üx"),
            ("http://a.test/Ü%e2%82x", "http://a.test/ü%e2%82x"), ("http://a.test/%0a%00", "http://a.test/\n\0"),
            ("http://a.test/%", "http://a.test/%"), ("http://a.test/%4", "http://a.test/%4"),
            ("http://a.test/%4g%zz", "http://a.test/%4g%zz"), ("http://a.test/%2", "http://a.test/%2"),
            ("http://a.test/%e%32%2525", "http://a.test/%e2%"),
        ]
    )
    func bytes(address: String, canonical: String) {
        #expect(CanonicalURL(address)?.text == canonical)
    }

    @Test(
        "What is not an HTTP address with a host has no canonical form",
        arguments: [
            "", " ", "example.com", "/path", "http", "http:", "http:/", "http://", "http:///", "http:///path",
            "http://?q",
            "http://#f", "http://@/", "http://user@", "http://:80/", "http://./", "http://.../x", "http://%00/",
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
    func decoding(seed: UInt64) {
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

    @Test("Whatever the text, nothing traps and what comes out is canonical", arguments: 0..<40)
    func fuzz(seed: UInt64) {
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
                    url.host.name.utf8.allSatisfy { (0x21...0x7E).contains($0) && Ascii.lowercased($0) == $0 }
                    && !labels.contains("") && labels.count <= CanonicalHost.labelLimit
                    && url.text.hasPrefix(address.lowercased().contains("https") ? "http" : "http://")
                    && url.text == url.text.lowercased()
                #expect(isCanonical, "\(address.debugDescription) gave \(url.text.debugDescription)")
            }
        }
    }

    @Test("The canonical form of a canonical form is itself", arguments: 0..<20)
    func idempotence(seed: UInt64) {
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
