import Common
import Foundation
import PixelKitTesting
import Primitives
import Testing

@testable import MaliciousSiteProtection

@Suite struct NavigationProtectionTests {
    private final class Settings: ProtectionSettings {
        struct ReadOnly: Error {}

        private let isOn: Locked<Bool>
        private let isWritable: Bool

        init(isOn: Bool = true, isWritable: Bool = true) {
            self.isOn = Locked(isOn)
            self.isWritable = isWritable
        }

        var isProtectionOn: Bool { isOn.withLock { $0 } }

        func setProtection(on newValue: Bool) throws {
            guard isWritable else { throw ReadOnly() }
            isOn.withLock { $0 = newValue }
        }
    }

    static let phishing = "category: MaliciousSiteProtection.ThreatKind.phishing"
    let record = Record<String>()
    let bad: URL
    let good: URL

    init() throws {
        bad = try #require(URL(string: "http://phishing.example/"))
        good = try #require(URL(string: "http://harmless.example/"))
    }

    private func protection(_ settings: Settings = Settings()) -> NavigationProtection {
        let store = DataSetStore(folder: TemporaryFolder().url)
        let detector = MaliciousSiteDetector(
            eventMapping: record.events,
            dataSets: store,
            api: StubMatchesAPI.empty,
            clock: ManualClock()
        )
        return NavigationProtection(detector: detector, settings: settings, eventMapping: record.events)
    }

    private func page(_ decision: NavigationProtection.Decision) throws -> NavigationProtection.ErrorPage {
        guard case .warn(let page) = decision else { throw ServiceDown() }
        return page
    }

    @Test("A harmless page and frame load without a word")
    func harmless() async {
        let protection = protection()
        #expect(await protection.navigate(to: good) == .load)
        #expect(await protection.loadFrame(good) == .load)
        #expect(record.all == [])
    }

    @Test(
        "A warning is reported when shown, and so is the choice made there",
        arguments: [
            (NavigationProtection.Choice.leave, "leaveSite"), (.visit, "visitSite"),
        ]
    )
    func choice(choice: NavigationProtection.Choice, event: String) async throws {
        let protection = protection()
        let page = try page(await protection.navigate(to: bad))
        #expect(page.url == bad)
        #expect(page.verdict == Verdict(threat: .phishing, source: .local, clientSideHit: nil))
        protection.choose(choice, on: page)
        #expect(record.all == ["errorPageShown(\(Self.phishing), clientSideHit: nil)", "\(event)(\(Self.phishing))"])
    }

    @Test("Only the first choice on a page counts")
    func secondChoice() async throws {
        let protection = protection()
        let page = try page(await protection.navigate(to: bad))
        protection.choose(.leave, on: page)
        protection.choose(.visit, on: page)
        #expect(record.all.count == 2)
        #expect(await protection.navigate(to: bad) != .load)
    }

    @Test("A page visited in spite of the warning loads from then on, under any spelling; others do not")
    func visited() async throws {
        let protection = protection()
        protection.choose(.visit, on: try page(await protection.navigate(to: bad)))
        #expect(await protection.navigate(to: bad) == .load)
        #expect(await protection.navigate(to: try #require(URL(string: "HTTP://phishing.EXAMPLE/#top"))) == .load)
        #expect(await protection.navigate(to: try #require(URL(string: "http://malware.example/"))) != .load)
        #expect(await self.protection().navigate(to: bad) != .load)
    }

    @Test("A page that was left is warned of again, as another showing")
    func left() async throws {
        let protection = protection()
        let first = try page(await protection.navigate(to: bad))
        protection.choose(.leave, on: first)
        let second = try page(await protection.navigate(to: bad))
        #expect(first != second)
        protection.choose(.leave, on: second)
        #expect(record.all.count == 4)
    }

    @Test("A frame with a threat is reported, and the warning takes the place of its page")
    func frame() async throws {
        let protection = protection()
        #expect(try page(await protection.loadFrame(bad)).category == .phishing)
        #expect(
            record.all == ["iframeLoaded(\(Self.phishing))", "errorPageShown(\(Self.phishing), clientSideHit: nil)"]
        )
    }

    @Test("With the protection off nothing is judged")
    func off() async throws {
        let protection = protection(Settings(isOn: false))
        #expect(await protection.navigate(to: bad) == .load)
        #expect(await protection.loadFrame(bad) == .load)
        #expect(record.all == [])
    }

    @Test("Each change of the setting is kept and reported, and nothing else")
    func setting() async throws {
        let protection = protection()
        for isOn in [true, false, false, true, true] { try protection.turn(on: isOn) }
        #expect(record.all == ["settingToggled(to: false)", "settingToggled(to: true)"])
        #expect(protection.isOn)
    }

    @Test("A setting that cannot be kept does not hold and is not reported")
    func readOnly() {
        let protection = protection(Settings(isWritable: false))
        #expect(throws: Settings.ReadOnly.self) { try protection.turn(on: false) }
        #expect(protection.isOn)
        #expect(record.all == [])
    }
}
