import Foundation
import PixelDefinitions
import PixelKit
import Testing

@Suite("Generated pixels")
struct GeneratedPixelTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "PixelDefinitions")
    private let environment = PixelEnvironment(
        platform: "linux", formFactor: "tablet", appVersion: "1.2.3", pixelSource: "tablet"
    )

    private func preview(_ pixel: some Pixel) -> PixelPreview {
        PixelPreview(pixel, frequency: pixel.frequency, environment: environment)
    }

    @Test("A pixel is named and filled as its definition says")
    func errorPage() {
        let preview = preview(MaliciousSiteProtectionPixel.errorPageShown(category: .phishing, clientSideHit: true))
        let name = "m_malicious-site-protection_error-page-shown"
        #expect(preview.names == ["\(name)_daily_linux_tablet", "\(name)_count_linux_tablet"])
        #expect(preview.query == "?category=phishing&clientSideHit=true&appVersion=1.2.3&pixelSource=tablet")
    }

    @Test("What is not given stays behind")
    func nothing() {
        #expect(preview(MaliciousSiteProtectionPixel.iframeLoaded()).query == "")
        #expect(preview(KindsPixel.all(KindsPixel.AllParameters())).query == "")
    }

    @Test("Every kind of value travels as declared")
    func kinds() {
        let values = KindsPixel.AllParameters(
            text: "a b", count: 10, share: 0.5, enabled: true, shown: false, internal: true, latency: .value500,
            status: .noneValue, day: "2026-02-01", locale: "en", blob: "hello", json: "{\"a\":1}"
        )
        #expect(
            KindsPixel.all(values).parameters == [
                "text": "a b", "count": 10, "share": 0.5, "enabled": "1", "shown": false, "internal": "true",
                "latency": 500,
                "status": "none", "day": "2026-02-01", "locale": "en", "blob": "aGVsbG8=", "json": "{\"a\":1}",
            ])
    }

    @Test("Awkward values have names of their own")
    func names() {
        #expect(KindsPixel.Status.allCases.map(\.rawValue) == ["none", "default", "", "0-1", "11+", "Ab", "ab"])
        let cases: [KindsPixel.Status] = [.noneValue, .default, .empty, .value0_1, .value11Plus, .ab, .ab2]
        #expect(KindsPixel.Status.allCases == cases)
        #expect(KindsPixel.namePixel.name == "kinds_name")
        #expect(KindsPixel.default.name == "kinds_default")
    }

    @Test("What a definition forbids is noticed before it is sent")
    func undeclared() {
        let values = KindsPixel.AllParameters(
            count: 11, share: 2, day: "2026-13-01", locale: "english", blob: "x", json: "[]")
        #expect(KindsPixel.all(values).parameters.undeclared == ["count", "share", "day", "locale", "blob", "json"])
        #expect(KindsPixel.open(step: ["step_one": 1, "step_two": 2]).parameters.undeclared == [])
        #expect(KindsPixel.open(step: ["step_three": 1]).parameters.undeclared == ["step_three"])
    }

    @Test("What has no type in Swift is checked by its rule")
    func unions() {
        func undeclared(_ pixel: KindsPixel) -> [String] { pixel.parameters.undeclared }
        let right = KindsPixel.unions(
            KindsPixel.UnionsParameters(
                level: 9, either: "many", flagOrCount: "true", dateOrNothing: "", even: 4,
                moment: "2026-01-31T12:00:00Z",
                word: "abc"))
        #expect(undeclared(right) == [])
        #expect(
            undeclared(
                .unions(
                    KindsPixel.UnionsParameters(level: -3, either: "12", flagOrCount: "7", dateOrNothing: "2026-01-31"))
            ) == [])
        let wrong = KindsPixel.unions(
            KindsPixel.UnionsParameters(
                level: 4, either: "few", flagOrCount: "x", dateOrNothing: "x", even: 3,
                moment: "2026-01-31T12:00:00.5Z",
                word: "bad"))
        #expect(
            undeclared(wrong) == ["level", "either", "flagOrCount", "dateOrNothing", "even", "moment", "word"])
        #expect(
            undeclared(.unions(KindsPixel.UnionsParameters(level: 1, even: 0, moment: "noon", word: "ab"))) == [
                "even", "moment", "word",
            ])
        #expect(
            undeclared(.open(step: ["step_one": "x", "step_two": 1.5, "step_three": 1])) == [
                "step_three", "step_one", "step_two",
            ])
    }

    @Test("Bounds are rounded into the range of Int, and equal numbers are one case")
    func limits() {
        #expect(KindsPixel.limits(half: 6, zero: .value0).parameters.undeclared == [])
        #expect(KindsPixel.limits(half: 5, noneValue: .max).parameters.undeclared == ["half", "none"])
        #expect(KindsPixel.Zero.allCases.map(\.rawValue) == [0, 7])
        #expect(KindsPixel.limits(large: .value1e300).parameters == ["large": "1e+300"])
        #expect(KindsPixel.Parameters.allCases.map(\.rawValue) == ["a\nfatalError()", "b\u{2028}c"])
    }

    @Test("A required value must be given, and a part of the name is checked")
    func required() {
        let pixel = KindsPixel.strict(sampleRate: "sample50", reason: .b)
        #expect(preview(pixel).names == ["kinds_strict_sample50"])
        #expect(preview(pixel).query == "?reason=b")
        #expect(KindsPixel.strict(sampleRate: "often", reason: .a).parameters.undeclared == ["sampleRate"])
    }

    @Test("An error travels as deep as its definition has parameters")
    func errors() {
        let root = NSError(domain: "Root", code: 2)
        let error = NSError(domain: "Top", code: 1, userInfo: [NSUnderlyingErrorKey: root])
        #expect(preview(KindsPixel.errorPixel(error: error)).query == "?d=Top&e=1")
        let update = MaliciousSiteProtectionPixel.updateFailed(try: 3, error: error)
        #expect(preview(update).query == "?d=Top&e=1&ud=Root&ue=2")
        #expect(preview(update).names == ["m_malicious-site-protection_update-failed_try_3"])
    }

    @Test("Values within a name stand in their place")
    func place() {
        #expect(preview(KindsPixel.placeInMenu(entryPoint: .toolbar)).names == ["kinds_place_in-menu_toolbar_linux"])
    }

    @Test("The schedule's words decide which frequencies are allowed")
    func frequencies() {
        let page = MaliciousSiteProtectionPixel.errorPageShown()
        #expect(page.frequency == .dailyAndCount)
        #expect(page.allowedFrequencies?.prefix(2) == [.dailyAndCount, .daily])
        #expect(KindsPixel.default.allowedFrequencies == [.standard])
        #expect(KindsPixel.sometimes.allowedFrequencies?.contains(.dailyAndStandard) == true)
    }

    @Test("Every generated pixel is what its definition allows, with every frequency", arguments: pixels)
    func agreement(pixel: any Pixel) {
        let checker = PixelChecker(DefinitionFolder(reading: Self.folder))
        for frequency in pixel.allowedFrequencies ?? [] {
            let preview = PixelPreview(pixel, frequency: frequency, environment: environment)
            for name in preview.names {
                #expect(checker.check(name: name, query: preview.query) == .passed, "\(name)\(preview.query)")
            }
        }
    }

    private static let pixels: [any Pixel] = [
        MaliciousSiteProtectionPixel.errorPageShown(category: .scam, clientSideHit: false),
        MaliciousSiteProtectionPixel.iframeLoaded(category: .malware),
        MaliciousSiteProtectionPixel.updateFailed(try: 1, error: NSError(domain: "Top", code: 1)),
        KindsPixel.all(
            KindsPixel.AllParameters(
                text: "ä&=+%", count: 0, share: 1, enabled: false, shown: true, latency: .value100, status: .empty,
                day: "2026-12-31", locale: "de", blob: "hello world", json: "{}")),
        KindsPixel.unions(
            KindsPixel.UnionsParameters(
                level: 3, either: "12", flagOrCount: "false", dateOrNothing: "2026-01-31", even: 2,
                moment: "2026-01-31T12:00:00Z", word: "abc")),
        KindsPixel.unions(
            KindsPixel.UnionsParameters(level: 9, either: "many", flagOrCount: "12", dateOrNothing: "", word: "b")),
        KindsPixel.default, KindsPixel.namePixel, KindsPixel.open(step: ["step_one": 1]),
        KindsPixel.errorPixel(error: NSError(domain: "Top", code: -1)), KindsPixel.placeInMenu(entryPoint: .menu),
        KindsPixel.sometimes, KindsPixel.strict(sampleRate: "sample1", reason: .a),
    ]
}
