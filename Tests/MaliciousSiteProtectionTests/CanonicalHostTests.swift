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
            "%31%39%35.127.0.11", "[::ffff:195.127.0.11]", "[::FFFF:c37f:000b]",
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
            ("[0:0:0:0:0:0:0:0]", "[::]"), ("user@[fe80::1%en0]", "[fe80::1]"), ("[%3a%3a1]", "[::1]"),
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
        "A Unicode name that has no Punycode form loses what is not ASCII",
        arguments: [
            ("%FFa.example", "a.example"), ("ü[a.example", "[a.example"),
        ]
    )
    func noPunycode(host: String, name: String) {
        #expect(Self.name(host) == name)
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
