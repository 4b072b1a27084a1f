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

    private func protection(
        _ settings: Settings = Settings(), api: StubMatchesAPI = .empty
    ) -> NavigationProtection {
        let store = DataSetStore(folder: TemporaryFolder().url)
        let detector = MaliciousSiteDetector(
            eventMapping: record.events,
            dataSets: store,
            api: api,
            clock: ManualClock()
        )
        return NavigationProtection(detector: detector, settings: settings, eventMapping: record.events)
    }

    private func page(_ decision: NavigationProtection.Decision) throws -> NavigationProtection.ErrorPage {
        guard case .warn(let page) = decision else { throw ServiceDown() }
        return page
    }

    @Test("A harmless page and a harmless frame load without an event")
    func harmless() async {
        let protection = protection()
        let tab = NavigationProtection.Tab()
        #expect(await protection.navigate(to: good, in: tab) == .load)
        #expect(await protection.loadFrame(good, in: tab) == .load)
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

    @Test("A page that was visited in spite of the warning loads in every tab under every spelling, and others do not")
    func visited() async throws {
        let protection = protection()
        protection.choose(.visit, on: try page(await protection.navigate(to: bad)))
        #expect(await protection.navigate(to: bad) == .load)
        #expect(await protection.navigate(to: try #require(URL(string: "HTTP://phishing.EXAMPLE/#top"))) == .load)
        #expect(await protection.navigate(to: try #require(URL(string: "https:www.phishing.example"))) != .load)
        #expect(await protection.navigate(to: try #require(URL(string: "http://www.phishing.example/"))) == .load)
        #expect(await protection.navigate(to: try #require(URL(string: "http://malware.example/"))) != .load)
        #expect(await self.protection().navigate(to: bad) != .load)
    }

    @Test("A page that was left shows a new warning the next time")
    func left() async throws {
        let protection = protection()
        let first = try page(await protection.navigate(to: bad))
        protection.choose(.leave, on: first)
        let second = try page(await protection.navigate(to: bad))
        #expect(first != second)
        protection.choose(.leave, on: second)
        #expect(record.all.count == 4)
    }

    @Test("A page shows one warning, however many of its frames are threats")
    func frames() async throws {
        let protection = protection()
        let tab = NavigationProtection.Tab()
        let frames = try ["http://phishing.test/", "http://malware.test/", "http://scam.test/"].map {
            try #require(URL(string: $0))
        }
        #expect(await protection.navigate(to: good, in: tab) == .load)
        let decisions = await withTaskGroup { group in
            for frame in frames { group.addTask { await protection.loadFrame(frame, in: tab) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let warnings = decisions.filter { $0 != .stop }
        #expect(warnings.count == 1 && decisions.count == 3)
        let warning = try page(try #require(warnings.first))
        #expect(warning.page == good)
        #expect(frames.contains(warning.url))
        #expect(record.all.count == 2)
        #expect(record.all[0].hasPrefix("iframeLoaded(") && record.all[1].hasPrefix("errorPageShown("))
        #expect(await protection.loadFrame(good, in: tab) == .stop)
    }

    @Test("A choice to visit a page covers its frames, and a frame's address opened as a page has its own warning")
    func framesOfVisitedPage() async throws {
        let protection = protection()
        let tab = NavigationProtection.Tab()
        let other = try #require(URL(string: "http://malware.example/"))
        _ = await protection.navigate(to: good, in: tab)
        protection.choose(.visit, on: try page(await protection.loadFrame(bad, in: tab)))
        #expect(await protection.navigate(to: good, in: tab) == .load)
        #expect(await protection.loadFrame(bad, in: tab) == .load)
        #expect(await protection.loadFrame(other, in: tab) == .load)
        #expect(record.all.count == 3)
        #expect(await protection.navigate(to: bad, in: tab) != .load)
    }

    @Test("A page that was left warns again in the same tab, and frames of a page with a warning do not load")
    func nextPage() async throws {
        let protection = protection()
        let tab = NavigationProtection.Tab()
        protection.choose(.leave, on: try page(await protection.navigate(to: bad, in: tab)))
        #expect(await protection.loadFrame(good, in: tab) == .stop)
        #expect(await protection.navigate(to: good, in: tab) == .load)
        #expect(await protection.loadFrame(bad, in: tab) != .load)
        #expect(record.all.count == 4)
    }

    @Test("A verdict that arrives after the tab has moved on shows no warning")
    func movedOn() async throws {
        let (answers, answer) = AsyncStream.makeStream(of: [ThreatMatch].self)
        let (asked, ask) = AsyncStream.makeStream(of: Void.self)
        let slow = try #require(URL(string: "http://phishing.example/other"))
        let match = ThreatMatch(hash: "\(try hash(of: slow.absoluteString))", regex: "other", category: "phishing")
        let protection = protection(
            api: StubMatchesAPI {
                ask.yield()
                for await matches in answers { return matches }
                return []
            })
        let tab = NavigationProtection.Tab()
        async let late = protection.navigate(to: slow, in: tab)
        for await _ in asked { break }
        #expect(await protection.navigate(to: good, in: tab) == .load)
        answer.yield([match])
        #expect(await late == .stop)
        #expect(record.all == [])
    }

    @Test("Nothing is judged while the protection is off")
    func off() async throws {
        let protection = protection(Settings(isOn: false))
        #expect(await protection.navigate(to: bad) == .load)
        #expect(await protection.loadFrame(bad, in: NavigationProtection.Tab()) == .load)
        #expect(record.all == [])
    }

    @Test("A change of the setting is stored and reported, and a repeated choice is not reported")
    func setting() async throws {
        let protection = protection()
        for isOn in [true, false, false, true, true] { try protection.turn(on: isOn) }
        #expect(record.all == ["settingToggled(to: false)", "settingToggled(to: true)"])
        #expect(protection.isOn)
    }

    @Test("A setting that cannot be stored does not hold and is not reported")
    func readOnly() {
        let protection = protection(Settings(isWritable: false))
        #expect(throws: Settings.ReadOnly.self) { try protection.turn(on: false) }
        #expect(protection.isOn)
        #expect(record.all == [])
    }
}
