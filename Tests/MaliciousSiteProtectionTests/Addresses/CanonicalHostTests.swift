import Foundation
import Testing

@testable import MaliciousSiteProtection

@Suite struct CanonicalHostTests {
    @Test(
        "An IPv4 address has one form whatever its notation",
        arguments: [
            "195.127.0.11", "3279880203", "0xC37F000B", "0xc3.0x7f.0x0.0xb", "0303.0177.0.013", "030337600013",
            "195.8323083", "195.127.11", "195.0x7F.013", "00000000000000000000000000303.127.11", "195.127.0.11.",
            ".195..127.0.11",
            "%31%39%35.127.0.11", "[::ffff:195.127.0.11]", "[::FFFF:c37f:000b]", "[64:ff9b::195.127.0.11]",
            "[64:FF9B::c37f:b]", "\u{FF11}\u{FF19}\u{FF15}.127.0.11",
        ]
    )
    func ipv4(host: String) {
        #expect(Self.name(host) == "195.127.0.11")
    }

    @Test(
        "What looks like an IPv4 address but is none stays a name",
        arguments: [
            "256.0.0.1", "1.2.3.256", "1.2.65536", "1.16777216", "4294967296", "99999999999999999999999", "08.1.1.1",
            "1.2.3.4.5", "0xg", "1.2.3.x", "+1.2.3.4", "1.-2.3.4", "0x-1", "0x+1.1",
        ]
    )
    func notIPv4(host: String) {
        #expect(Self.name(host) == host)
    }

    @Test(
        "The smallest and the largest IPv4 addresses",
        arguments: [
            ("0", "0.0.0.0"), ("0x", "0.0.0.0"), ("4294967295", "255.255.255.255"), ("1.2.3", "1.2.0.3"),
            ("127.1", "127.0.0.1"),
        ]
    )
    func ipv4Bounds(host: String, name: String) {
        #expect(Self.name(host) == name)
    }

    @Test(
        "An IPv6 address takes its shortest form, in brackets and without zone",
        arguments: [
            ("[2001:DB8:0:0:0:0:0:1]", "[2001:db8::1]"), ("[2001:db8::1%25en0]", "[2001:db8::1]"),
            ("[::1]:8080", "[::1]"),
            ("[0:0:0:0:0:0:0:0]", "[::]"), ("[::1.2.3.4]", "[::1.2.3.4]"), ("[64:ff9b:1::1]", "[64:ff9b:1::1]"),
            ("[0:0:0:0:0:0:0:0]:1", "[::]"), ("user@[fe80::1%en0]", "[fe80::1]"), ("[%3a%3a1]", "[::1]"),
        ]
    )
    func ipv6(host: String, name: String) {
        #expect(Self.name(host) == name)
    }

    @Test(
        "A Unicode name becomes Punycode",
        arguments: [
            ("bücher.example", "xn--bcher-kva.example"), ("BÜCHER.example", "xn--bcher-kva.example"),
            ("b%C3%BCcher.example", "xn--bcher-kva.example"), ("xn--bcher-kva.EXAMPLE", "xn--bcher-kva.example"),
            ("例え。テスト", "xn--r8jz45g.xn--zckzah"), ("ＥＸＡＭＰＬＥ.com", "example.com"),
        ]
    )
    func unicode(host: String, name: String) {
        #expect(Self.name(host) == name)
    }

    @Test(
        "A Unicode label that Foundation refuses keeps its letters",
        arguments: [
            ("-\u{FC}.test", "xn----eha.test"), ("\u{FC}-.test", "xn----dha.test"),
            ("ab--\u{FC}.test", "xn--ab---3ra.test"), ("a.\u{FC}..b", "a.xn--tda.b"),
            ("\u{663}\u{662}\u{661}.test", "xn--9hbbc.test"),
            ("\u{1F468}\u{200D}\u{1F469}.test", "xn--qq8hc.test"), ("\u{FC}[a.example", "xn--[a-wka.example"),
        ]
    )
    func refusedByFoundation(host: String, name: String) {
        #expect(Self.name(host) == name)
    }

    @Test("Two long labels that differ in one letter stay different")
    func longLabels() {
        let label = String(repeating: "\u{FC}", count: 70)
        let names = [label, label + "a", "a" + label].map { Self.name("\($0).test") }
        #expect(Set(names).count == 3)
        #expect(names.allSatisfy { $0?.hasPrefix("xn--") == true })
    }

    /// The samples of RFC 3492, section 7.1.
    @Test(
        "Punycode is encoded as RFC 3492 shows",
        arguments: [
            ("\u{4ED6}\u{4EEC}\u{4E3A}\u{4EC0}\u{4E48}\u{4E0D}\u{8BF4}\u{4E2D}\u{6587}", "ihqwcrb4cv8a8dqg056pqjye"),
            (
                "Pro\u{10D}prost\u{11B}nemluv\u{ED}\u{10D}esky", "Proprostnemluvesky-uyb24dma41a"
            ),
            (
                "\u{5DC}\u{5DE}\u{5D4}\u{5D4}\u{5DD}\u{5E4}\u{5E9}\u{5D5}\u{5D8}\u{5DC}\u{5D0}\u{5DE}"
                    + "\u{5D3}\u{5D1}\u{5E8}\u{5D9}\u{5DD}\u{5E2}\u{5D1}\u{5E8}\u{5D9}\u{5EA}",
                "4dbcagdahymbxekheh6e0a7fei0b"
            ),
            ("3\u{5E74}B\u{7D44}\u{91D1}\u{516B}\u{5148}\u{751F}", "3B-ww4c5e180e575a65lsy2b"),
            ("-> $1.00 <-", "-> $1.00 <--"),
        ]
    )
    func rfc3492(text: String, encoded: String) {
        #expect(punycode(Array(text.unicodeScalars)) == encoded)
    }

    @Test(
        "Bytes that are not UTF-8, and control characters, become escapes",
        arguments: [
            ("%FFa.example", "%ffa.example"), ("%00a.example", "%00a.example"), ("a%20b.example", "a%20b.example"),
        ]
    )
    func bytes(host: String, name: String) {
        #expect(Self.name(host) == name)
    }

    @Test(
        "A site has one sibling, with or without www",
        arguments: [
            ("a.test", "www.a.test"), ("www.a.test", "a.test"), ("www.www.a.test", "www.a.test"),
            ("b.c.d.e.test", "www.b.c.d.e.test"), ("a.b.c.d.e.test", nil), ("www.a.b.c.d.e.test", nil),
            ("www.b.c.d.e.test", "b.c.d.e.test"), ("www.test", nil), ("localhost", nil), ("192.0.2.1", nil),
            ("[2001:db8::1]", nil),
        ] as [(String, String?)]
    )
    func sibling(host: String, sibling: String?) {
        #expect(CanonicalURL("http://\(host)/")?.host.sibling?.name == sibling)
    }

    @Test(
        "Only the six rightmost labels count",
        arguments: [
            ("a.b.c.d.e.f.g", "b.c.d.e.f.g"), ("z.a.b.c.d.e.f.g", "b.c.d.e.f.g"), ("b.c.d.e.f.g", "b.c.d.e.f.g"),
            ("1.2.3.4.5.6.7", "2.3.4.5.6.7"), (String(repeating: "a.", count: 32_768) + "test", "a.a.a.a.a.test"),
        ]
    )
    func labels(host: String, name: String) {
        #expect(Self.name(host) == name)
    }

    @Test("Its canonical address holds the canonical host")
    func address() throws {
        let url = try #require(URL(string: "https://user:pass@z.a.b.c.d.e.F.test:8443/x"))
        #expect(CanonicalURL(url)?.text == "https://b.c.d.e.f.test/x")
        #expect(CanonicalHost(of: url)?.name == "b.c.d.e.f.test")
    }

    private static func name(_ host: String) -> String? { CanonicalURL("http://\(host)/")?.host.name }
}

@Suite struct HostHashTests {
    // SHA-256 of "www.example.com" as sha256sum prints it.
    static let hex = "80fc0fb9266db7b83f85850fa0e6548b6d70ee68c8b5b412f1deea6ebdef0404"

    @Test("It is the SHA-256 of the canonical host")
    func digest() throws {
        let hash = try hash(of: "HTTPS://www.EXAMPLE.com:443/whatever")
        #expect(hash.description == Self.hex)
        #expect(hash.prefix == 0x80fc_0fb9)
        #expect(hash.requestPrefix == "80fc")
    }

    @Test("It is read from 64 hexadecimal digits of either case")
    func reading() throws {
        let hash = try hash(of: "http://www.example.com")
        #expect(HostHash(hex: Self.hex) == hash)
        #expect(HostHash(hex: Self.hex.uppercased()) == hash)
    }

    @Test(
        "Anything else is no hash",
        arguments: [
            "", "80fc", String(hex.dropLast()), hex + "0", "+" + hex.dropFirst(), "g" + hex.dropFirst(),
            "é" + hex.dropFirst(2),
        ]
    )
    func malformed(hex: String) {
        #expect(HostHash(hex: hex) == nil)
    }

    @Test("Leading zeros are kept")
    func zeros() {
        let hash = HostHash(words: SIMD4(0x0012_0000_0000_0000, 0, 0, 1))
        #expect(hash.description == "0012" + String(repeating: "0", count: 59) + "1")
        #expect(hash.requestPrefix == "0012")
    }
}
