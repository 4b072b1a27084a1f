import PixelKit
import PixelKitTesting
import Testing

@Suite struct PixelNameTests {
    let bench = Workbench()

    private static let orders: [([PixelSuffix], [String])] = [
        ([.frequency], ["m_sample_daily", "m_sample_count"]),
        ([.frequency, .platform], ["m_sample_daily_linux", "m_sample_count_linux"]),
        ([.platform, .frequency], ["m_sample_linux_daily", "m_sample_linux_count"]),
        (
            [.formFactor, .text("x"), .frequency, .platform],
            ["m_sample_phone_x_daily_linux", "m_sample_phone_x_count_linux"]
        ),
        ([.platform], ["m_sample_daily_linux", "m_sample_count_linux"]),
        ([], ["m_sample_daily", "m_sample_count"]),
        ([.text(""), .frequency], ["m_sample_daily", "m_sample_count"]),
        ([.text("v2.1-b"), .text("v")], ["m_sample_daily_v2.1-b_v", "m_sample_count_v2.1-b_v"]),
    ]

    @Test(
        "Suffixes follow the name in their order; the leg's word comes first where it has no place", arguments: orders)
    func order(suffixes: [PixelSuffix], names: [String]) async throws {
        await bench.pixels.fireAndWait(SamplePixel(frequency: .dailyAndCount, suffixes: suffixes))
        #expect(try await bench.targets() == names.map { "/t/\($0)" })
    }

    @Test("Without a word, a form factor or a platform nothing is joined")
    func nothingToJoin() {
        let pixels = CapturingPixels(environment: PixelEnvironment(platform: "", formFactor: nil, appVersion: "1"))
        pixels.fire(SamplePixel(frequency: .dailyAndStandard, suffixes: [.platform, .formFactor, .frequency]))
        #expect(pixels.names == ["m_sample_daily", "m_sample"])
    }

    @Test(
        "A name that is not made of A–Z a–z 0–9 _ . - in 1 to 200 bytes is refused and counted",
        arguments: [
            ("m_ok.v-2_Z9", true), (String(repeating: "a", count: 194), true),
            (String(repeating: "a", count: 195), false),
            ("", false), ("a b", false), ("a%20b", false), ("a/b", false), ("é", false), ("a\u{0}", false),
            ("a\n", false),
            ("a?b", false), ("a#b", false), ("a~b", false), ("😀", false), (".", true),
        ])
    func validity(name: String, isValid: Bool) async throws {
        // `_daily` takes six of the 200 bytes.
        let outcome = await bench.pixels.fireAndWait(SamplePixel(name: name, frequency: .daily))
        #expect(outcome.legs == [isValid ? .queued : .rejected(.invalidName)])
        let accounts = try await bench.pixels.accounts()
        #expect(
            accounts.dropped == (isValid ? [:] : [.invalidName: 1]) && accounts.accepted == 1 && accounts.isBalanced)
    }

    @Test("A leg with too long a name is refused alone")
    func oneLeg() async {
        let pixel = SamplePixel(name: String(repeating: "n", count: 200), frequency: .dailyAndStandard)
        #expect(await bench.pixels.fireAndWait(pixel).legs == [.rejected(.invalidName), .queued])
        #expect(await bench.pixels.fireAndWait(pixel).legs == [.rejected(.invalidName), .queued])
    }

    @Test("A suffix, a leg's word and a platform obey the rule too")
    func suffixes() async {
        for suffix in [PixelSuffix.text("a b"), .text("é")] {
            #expect(await bench.pixels.fireAndWait(SamplePixel(suffixes: [suffix])).legs == [.rejected(.invalidName)])
        }
        let frequency = Frequency(legs: [Frequency.Leg(suffix: "once a week", window: .unlimited)])
        #expect(await bench.pixels.fireAndWait(SamplePixel(), frequency: frequency).legs == [.rejected(.invalidName)])
    }
}
