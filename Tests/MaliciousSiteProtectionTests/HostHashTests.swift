import Testing

@testable import MaliciousSiteProtection

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
