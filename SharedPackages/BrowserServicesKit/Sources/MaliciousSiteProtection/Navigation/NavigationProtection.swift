public import Common
public import Foundation
import Primitives

/// Stands between a person and malicious pages: judges navigations, shows warnings, remembers choices.
///
/// The browser asks before it loads a page or a frame, shows an error page when told so, and passes on what the person
/// chose there:
///
/// ```text
/// switch await protection.navigate(to: url) {
/// case .load: load(url)
/// case .warn(let page): protection.choose(await ask(page), on: page)
/// }
/// ```
///
/// Safe to use from any thread.
public final class NavigationProtection: Sendable {
    /// What the browser should do.
    public enum Decision: Hashable, Sendable {
        /// Load the page.
        case load
        /// Show a warning instead.
        case warn(ErrorPage)
    }

    /// A warning in place of a page.
    public struct ErrorPage: Hashable, Sendable {
        /// Tells one showing from another.
        let id: UUID
        /// The address with the threat: the page's, or the frame's.
        public let url: URL
        /// What the person is warned of, and how that is known.
        public let verdict: Verdict
        /// The kind of threat.
        public let category: ThreatKind
    }

    /// What a person can do at a warning.
    public enum Choice: String, CaseIterable, Hashable, Sendable {
        /// Go on to the page; its address is let through from now on, until the process ends.
        case visit
        /// Turn back.
        case leave
    }

    private struct State: Sendable {
        var openPages: Set<UUID> = []
        var visited: Set<CanonicalURL> = []
    }

    private let detector: MaliciousSiteDetector
    private let settings: any ProtectionSettings
    private let eventMapping: EventMapping<MaliciousSiteProtectionEvent>
    private let state = Locked(State())

    /// Creates the protection of one browser window or of all.
    public init(
        detector: MaliciousSiteDetector,
        settings: any ProtectionSettings,
        eventMapping: EventMapping<MaliciousSiteProtectionEvent>
    ) {
        self.detector = detector
        self.settings = settings
        self.eventMapping = eventMapping
    }

    /// Whether pages are judged.
    public var isOn: Bool { settings.isProtectionOn }

    /// Turns the protection on or off, keeps that, and reports it if it is a change.
    ///
    /// - Throws: Why the choice could not be kept; then it does not hold and is not reported.
    public func turn(on isOn: Bool) throws {
        guard isOn != settings.isProtectionOn else { return }
        try settings.setProtection(on: isOn)
        eventMapping.fire(.settingToggled(to: isOn))
    }

    /// Decides on a page that is about to load. A warning counts as shown when this returns it.
    public func navigate(to url: URL) async -> Decision {
        guard let threat = await threat(at: url) else { return .load }
        return warn(threat)
    }

    /// Decides on a frame of a page; a warning takes the place of the whole page.
    public func loadFrame(_ url: URL) async -> Decision {
        guard let threat = await threat(at: url) else { return .load }
        eventMapping.fire(.iframeLoaded(category: threat.category))
        return warn(threat)
    }

    /// Does what a person chose at a warning. Only the first choice on a page counts.
    public func choose(_ choice: Choice, on page: ErrorPage) {
        let isOpen = state.withLock { state in
            guard state.openPages.remove(page.id) != nil else { return false }
            if choice == .visit, let url = CanonicalURL(page.url) { state.visited.insert(url) }
            return true
        }
        guard isOpen else { return }
        switch choice {
        case .visit: eventMapping.fire(.visitSite(category: page.category))
        case .leave: eventMapping.fire(.leaveSite(category: page.category))
        }
    }

    private func threat(at url: URL) async -> ErrorPage? {
        guard settings.isProtectionOn else { return nil }
        let verdict = await detector.verdict(for: url)
        guard let category = verdict.threat, !wasVisited(url) else { return nil }
        return ErrorPage(id: UUID(), url: url, verdict: verdict, category: category)
    }

    private func wasVisited(_ url: URL) -> Bool {
        guard let url = CanonicalURL(url) else { return false }
        return state.withLock { $0.visited.contains(url) }
    }

    private func warn(_ page: ErrorPage) -> Decision {
        state.withLock { _ = $0.openPages.insert(page.id) }
        eventMapping.fire(.errorPageShown(category: page.category, clientSideHit: page.verdict.clientSideHit))
        return .warn(page)
    }
}
