import Common
import Foundation
import PixelKitTesting
import Primitives
import Testing

@testable import MaliciousSiteProtection

/// A property: all spellings of an address that browsers read as the same page, or that servers answer with it, get the
/// verdict of that page.
@Suite struct SpellingTests {
    /// The parts of an address of a listed page, and the ways to spell its host.
    struct Page: Sendable, CustomTestStringConvertible {
        let hosts: [String]
        let path: [String]
        let query: String
        var testDescription: String { hosts[0] }
    }

    static let pages = [
        Page(hosts: ["phishing.test", "www.phishing.test"], path: [], query: ""),
        Page(hosts: ["malware.test", "www.malware.test"], path: ["download", "invoice.html"], query: "?a=b&c"),
        Page(hosts: ["www.example.com", "example.com"], path: ["security", "badware", "scam.html"], query: ""),
        Page(
            hosts: [
                "192.0.2.7", "3221225991", "0xC0000207", "030000001007", "0300.0.02.0x7", "192.519", "192.0.519",
                "[::ffff:192.0.2.7]", "[64:ff9b::192.0.2.7]", "[::FFFF:c000:0207]",
            ], path: ["a"], query: ""),
        Page(
            hosts: [
                "b\u{FC}cher.test", "xn--bcher-kva.test", "www.b\u{FC}cher.test", "BU\u{308}CHER.test",
                "b\u{FC}cher\u{3002}test", "b%C3%BCcher.test",
            ], path: ["\u{1F600}", "a"], query: "?q=\u{E9}"),
        Page(hosts: ["-\u{FC}-.test", "xn-----xka.test"], path: ["a"], query: ""),
    ]

    /// Detects the pages above: the embedded ones, and the others through a downloaded set.
    private func detector() throws -> MaliciousSiteDetector {
        let store = DataSetStore(folder: TemporaryFolder().url)
        let others = try Self.pages.suffix(3).map { page in
            let url = try #require(CanonicalURL("http://\(page.hosts[0])/\(page.path.joined(separator: "/"))"))
            let pattern = url.text.replacing("http:", with: "^https?:").replacing(".", with: #"\\."#) + #"(\\?.*)?$"#
            return (hash: HostHash(url.host), pattern: pattern)
        }
        let epoch = Date(timeIntervalSince1970: 0)
        try store.apply(
            changeSet(insert: others.map { "\"\($0.hash.prefix.hexDigits)\"" }, revision: 1),
            to: DataSetID(.scam, .hashPrefixSet), since: 0, at: epoch)
        try store.apply(
            changeSet(insert: others.map { filter($0.hash, $0.pattern) }, revision: 1),
            to: DataSetID(.scam, .filterSet), since: 0, at: epoch)
        return MaliciousSiteDetector(
            eventMapping: .noOp, dataSets: store, api: StubMatchesAPI.empty, clock: ManualClock())
    }

    @Test("Every spelling of a listed page gets the verdict of the page", arguments: pages, 0..<8)
    func spellings(page: Page, seed: Int) async throws {
        let detector = try detector()
        let expected = await detector.verdict(for: "http://\(page.hosts[0])/" + page.path.joined(separator: "/"))
        #expect(expected?.threat != nil)
        var writer = SpellingWriter(page: page, generator: SeededGenerator(seed: seed))
        for _ in 0..<60 {
            let address = writer.address()
            let verdict = await detector.verdict(for: address)
            #expect(verdict == expected, "\(address.debugDescription)")
        }
    }
}

/// Writes addresses of one page at random.
private struct SpellingWriter {
    let page: SpellingTests.Page
    var generator: SeededGenerator

    mutating func address() -> String {
        let scheme = anyCase(oneOf("http:", "https:"))
        let slashes = oneOf("//", "//", "/", "", "///", "\\\\", "/\\", "\\\\\\")
        let userInfo = oneOf("", "", "user@", "user:secret@", "a@b@", "www.example.org:80@", "%2F@")
        let port = oneOf("", "", ":", ":80", ":8080")
        let fragment = oneOf("", "", "#", "#top", "#a#b?c")
        let text = scheme + slashes + userInfo + host() + port + path() + page.query + fragment
        return oneOf("", " ", "\u{1}\n", "\t") + withLineEnds(text) + oneOf("", " ", "\n\u{0}")
    }

    private mutating func host() -> String {
        let host = page.hosts.randomElement(using: &generator) ?? ""
        if host.hasPrefix("[") { return anyCase(host) }
        let spelled = host.map { character in
            // Letters with marks are left alone: their capitals are spellings of their own.
            guard character.isASCII else { return "\(character)" }
            return oneOf("\(character)", character.uppercased(), escaped("\(character)"))
        }
        return spelled.joined() + oneOf("", "", ".")
    }

    private mutating func path() -> String {
        var text = page.path.isEmpty ? oneOf("", "/", "//", "/./", "/x/..") : ""
        for segment in page.path {
            text += oneOf("/", "/", "\\", "//", "/./", "/%2e/", "/x/../", "/x//../../", "/x/%2E%2e/")
            text += segment.map { character in
                character.isASCII ? oneOf("\(character)", "\(character)", escaped("\(character)")) : "\(character)"
            }.joined()
        }
        return oneOf("", "", page.path.isEmpty ? "" : "/..") + text
    }

    /// One percent-escape, or two levels of them, for a character.
    private mutating func escaped(_ character: String) -> String {
        let escape = character.utf8.map { "%" + anyCase($0.hexDigits) }.joined()
        return oneOf(escape, escape, escape.replacing("%", with: "%25"))
    }

    /// Browsers remove tabs and line ends anywhere.
    private mutating func withLineEnds(_ text: String) -> String {
        guard Bool.random(using: &generator), !text.isEmpty else { return text }
        var scalars = Array(text.unicodeScalars)
        let place = scalars.indices.randomElement(using: &generator) ?? 0
        scalars.insert(contentsOf: oneOf("\t", "\n", "\r", "\r\n").unicodeScalars, at: place)
        return String(String.UnicodeScalarView(scalars))
    }

    private mutating func anyCase(_ text: String) -> String {
        oneOf(text, text.uppercased(), text.lowercased())
    }

    private mutating func oneOf(_ texts: String...) -> String { texts.randomElement(using: &generator) ?? "" }
}
