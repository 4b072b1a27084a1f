import Foundation
import PixelKit
import PixelKitTesting
import Testing

@Suite struct PixelRendererTests {
    private func query(_ pixel: some Pixel, frequency: Frequency? = nil) -> String {
        let environment = PixelEnvironment(
            platform: "linux", formFactor: "phone", appVersion: "1.2+3", pixelSource: "phone")
        let pixels = CapturingPixels(environment: environment)
        pixels.fire(pixel, frequency: frequency, completion: nil)
        return pixels.fires.map(\.query).joined()
    }

    @Test(
        "A value is percent-encoded once, strictly by RFC 3986",
        arguments: [
            ("", ""), ("AZaz09-._~", "AZaz09-._~"), ("+", "%2B"), ("&", "%26"), ("%", "%25"), ("=", "%3D"),
            ("#", "%23"),
            (" ", "%20"), ("😀", "%F0%9F%98%80"), ("\u{0}", "%00"), ("\n", "%0A"), ("\r\n", "%0D%0A"), ("ü", "%C3%BC"),
            ("u\u{308}", "u%CC%88"), ("%20", "%2520"), ("!*'();:@,/?[]$", "%21%2A%27%28%29%3B%3A%40%2C%2F%3F%5B%5D%24"),
            ("\"<>\\^`{|}\u{7f}", "%22%3C%3E%5C%5E%60%7B%7C%7D%7F"),
        ])
    func encoding(text: String, encoded: String) {
        #expect(query(SamplePixel(parameters: ["v": .string(text)])) == "?v=\(encoded)")
        var parameters = PixelParameters()
        parameters.append("k\(text)", 1)
        #expect(query(SamplePixel(parameters: parameters)) == "?k\(encoded)=1")
    }

    @Test("Every byte but the unreserved ones is encoded, and decodes to what it was")
    func everyScalar() {
        for value in UInt32(0)..<0x3000 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = String(Character(scalar))
            let encoded = query(SamplePixel(parameters: ["v": .string(text)])).dropFirst(3)
            #expect(encoded.removingPercentEncoding == text)
            #expect(
                encoded.utf8.allSatisfy { $0 == UInt8(ascii: "%") || "-._~".utf8.contains($0) || isAlphanumeric($0) })
        }
    }

    private func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...90, 97...122: true
        default: false
        }
    }

    @Test(
        "A value has one text, whatever the locale",
        arguments: [
            (.int(Int.min), "-9223372036854775808"), (.int(0), "0"), (.int(1_000_000), "1000000"),
            (.bool(true), "true"),
            (.bool(false), "false"), (.double(1), "1.0"), (.double(0.1), "0.1"), (.double(-0.5), "-0.5"),
            (.double(1e21), "1e%2B21"), (.double(1e-7), "1e-07"), (.double(1234.5678), "1234.5678"), ("text", "text"),
            (12, "12"), (1.5, "1.5"), (true, "true"),
        ] as [(PixelValue, String)])
    func text(value: PixelValue, text: String) {
        #expect(query(SamplePixel(parameters: ["v": value])) == "?v=\(text)")
    }

    @Test("Parameters keep their order; those that are nil are left out, those that repeat are not")
    func order() {
        let parameters: PixelParameters = ["z": 1, "a": nil, "m": 2, "b": "x", "z": 3]
        #expect(query(SamplePixel(parameters: parameters)) == "?z=1&m=2&b=x&z=3")
        #expect(query(SamplePixel()) == "")
        #expect(parameters.items.map(\.key) == ["z", "m", "b", "z"])
    }

    @Test("NaN and infinities are left out of what is queued, and counted once a fire")
    func omitted() async throws {
        let bench = Workbench()
        let pixel = SamplePixel(
            frequency: .dailyAndCount,
            parameters: ["a": .double(.nan), "b": 1, "c": .double(.infinity), "d": .double(-.infinity)])
        #expect(await bench.pixels.fireAndWait(pixel).legs == [.queued, .queued])
        #expect(try await bench.targets() == ["/t/m_sample_daily?b=1", "/t/m_sample_count?b=1"])
        #expect(try await bench.pixels.accounts().omittedParameters == 3)
        let daily = SamplePixel(name: "m_other", frequency: .daily.keyed(by: .error), parameters: ["a": .double(.nan)])
        for _ in 0..<3 { await bench.pixels.fireAndWait(daily) }
        await bench.pixels.fireAndWait(SamplePixel(name: "not valid", parameters: ["a": .double(.nan)]))
        #expect(try await bench.pixels.accounts().omittedParameters == 4)
    }

    @Test("A request line of 8 KiB is sent; a byte more is refused and counted", arguments: [0, 1])
    func requestLine(excess: Int) async throws {
        let bench = Workbench()
        let fixed = "GET /t/m_sample?v=%20 HTTP/1.1\r\n".utf8.count
        let value = " " + String(repeating: "x", count: 8192 - fixed + excess)
        let pixel = SamplePixel(frequency: .uniqueByName, parameters: ["v": .string(value)])
        #expect(await bench.pixels.fireAndWait(pixel).legs == [excess == 0 ? .queued : .rejected(.tooLong)])
        let accounts = try await bench.pixels.accounts()
        #expect(
            accounts.dropped == (excess == 0 ? [:] : [.tooLong: 1]) && accounts.accepted == 1 && accounts.isBalanced)
        // What was refused closed no window.
        #expect(await bench.pixels.fireAndWait(SamplePixel(frequency: .uniqueByName)).isQueued == (excess == 1))
    }

    @Test(
        "A standard parameter travels only when the pixel asks for it",
        arguments: [
            ([], .standard, ""), ([.appVersion], .standard, "?appVersion=1.2%2B3"),
            ([.pixelSource], .standard, "?pixelSource=phone"), ([.sampleRate], .standard, ""),
            ([.sampleRate], .sample(percent: 12.5), "?sample_rate=0.125"), ([], .sample(percent: 12.5), ""),
            (
                [.appVersion, .pixelSource, .sampleRate], .daily.sampled(percent: 100),
                "?appVersion=1.2%2B3&pixelSource=phone&sample_rate=1.0"
            ),
        ] as [(StandardParameters, Frequency, String)])
    func standard(wanted: StandardParameters, frequency: Frequency, expected: String) {
        #expect(query(SamplePixel(standardParameters: wanted), frequency: frequency) == expected)
    }

    @Test("A pixel's own parameters come first, then its error, then the standard ones")
    func sections() {
        let pixel = SamplePixel(
            parameters: ["p": 1], standardParameters: [.appVersion], error: NSError(domain: "D", code: -4))
        #expect(query(pixel) == "?p=1&d=D&e=-4&appVersion=1.2%2B3")
    }

    @Test("A source that is missing is left out")
    func noSource() {
        let pixels = CapturingPixels(environment: PixelEnvironment(platform: "linux", formFactor: nil, appVersion: "1"))
        pixels.fire(SamplePixel(standardParameters: [.pixelSource]))
        #expect(pixels.fires.map(\.query) == [""])
    }
}
