public import Common
public import Foundation
import Primitives

/// The setting that turns the protection on and off.
public protocol ProtectionSettings: Sendable {
    /// Whether pages are judged.
    var isProtectionOn: Bool { get }

    /// Stores the choice beyond this launch.
    func setProtection(on isOn: Bool) throws
}

/// Judges navigations, decides when a warning is shown, and remembers the choices of the person.
///
/// The browser asks before it loads a page or a frame, and passes on the choice that the person makes at a warning:
///
/// ```swift
/// import Foundation
/// import MaliciousSiteProtection
///
/// func open(_ url: URL, in tab: NavigationProtection.Tab, with protection: NavigationProtection) async {
///     switch await protection.navigate(to: url, in: tab) {
///     case .load: print("load \(url)")
///     case .warn(let page): protection.choose(.leave, on: page)
///     case .stop: break
///     }
/// }
/// ```
///
/// - Redirects: ask ``navigate(to:in:)`` for every address of a chain before it is requested.
/// - Frames: a page shows one warning, however many of its frames are threats.
/// - "Visit anyway": the choice covers the page and its frames, in every tab of this object, under every spelling of the
///   page's address, until the process ends. It covers no other page of the host. A frame's address that is opened as a page
///   of its own has its own warning.
///
/// It may be used from any thread.
public final class NavigationProtection: Sendable {
    /// What the browser does next.
    public enum Decision: Hashable, Sendable {
        /// Load the address.
        case load
        /// Show a warning in place of the page.
        case warn(ErrorPage)
        /// Load nothing. The tab already shows a warning, or it has moved on to another page.
        case stop
    }

    /// A warning in place of a page.
    public struct ErrorPage: Hashable, Sendable {
        /// Identifies one showing.
        let id: UUID
        /// The address of the page.
        public let page: URL
        /// The address of the threat: the page, or one of its frames.
        public let url: URL
        /// The verdict on ``url``.
        public let verdict: Verdict
        /// The kind of threat.
        public let category: ThreatKind
    }

    /// The choices of a person at a warning.
    public enum Choice: String, CaseIterable, Hashable, Sendable {
        /// Open the page.
        case visit
        /// Leave the page.
        case leave
    }

    /// A tab of the browser. It holds one page at a time.
    public final class Tab: Sendable {
        fileprivate struct Page {
            let id = UUID()
            let url: URL
            /// Whether the person chose to visit the page in spite of a warning.
            let isExempt: Bool
            var hasWarning = false
        }

        fileprivate let page = Locked<Page?>(nil)

        /// Creates a tab without a page.
        public init() {}
    }

    private struct State: Sendable {
        var openPages: Set<UUID> = []
        var visited: Set<CanonicalURL> = []
    }

    private let detector: MaliciousSiteDetector
    private let settings: any ProtectionSettings
    private let eventMapping: EventMapping<MaliciousSiteProtectionEvent>
    private let state = Locked(State())

    /// Creates the protection of the tabs that share their choices.
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

    /// Turns the protection on or off, stores the choice, and reports it if it is a change.
    ///
    /// - Throws: The reason why the choice cannot be stored. The old choice then holds, and nothing is reported.
    public func turn(on isOn: Bool) throws {
        guard isOn != settings.isProtectionOn else { return }
        try settings.setProtection(on: isOn)
        eventMapping.fire(.settingToggled(to: isOn))
    }

    /// Decides on a page that is about to load. It replaces the page of the tab.
    ///
    /// - Parameters:
    ///   - url: The address of the page.
    ///   - tab: The tab. A new tab by default, which is enough for a page without frames.
    public func navigate(to url: URL, in tab: Tab = Tab()) async -> Decision {
        let page = Tab.Page(url: url, isExempt: isVisited(url))
        tab.page.withLock { $0 = page }
        guard settings.isProtectionOn, !page.isExempt else { return .load }
        return await decide(on: url, for: page, in: tab, isFrame: false)
    }

    /// Decides on a frame of the page in a tab. A warning replaces the whole page, and is shown once for a page.
    public func loadFrame(_ url: URL, in tab: Tab) async -> Decision {
        guard settings.isProtectionOn else { return .load }
        let page = tab.page.withLock { $0 } ?? Tab.Page(url: url, isExempt: false)
        if page.hasWarning { return .stop }
        if page.isExempt { return .load }
        return await decide(on: url, for: page, in: tab, isFrame: true)
    }

    /// Carries out the choice that a person made at a warning. Only the first choice at a warning counts.
    public func choose(_ choice: Choice, on page: ErrorPage) {
        let isOpen = state.withLock { state in
            guard state.openPages.remove(page.id) != nil else { return false }
            if choice == .visit { state.visited.formUnion(Self.spellings(of: page.page)) }
            return true
        }
        guard isOpen else { return }
        switch choice {
        case .visit: eventMapping.fire(.visitSite(category: page.category))
        case .leave: eventMapping.fire(.leaveSite(category: page.category))
        }
    }

    private func decide(on url: URL, for page: Tab.Page, in tab: Tab, isFrame: Bool) async -> Decision {
        let verdict = await detector.verdict(for: url)
        // The tab may have changed during the wait.
        let isCurrent = tab.page.withLock { current in
            if current == nil { current = page }
            guard current?.id == page.id, current?.hasWarning == false else { return false }
            if verdict.threat != nil { current?.hasWarning = true }
            return true
        }
        guard isCurrent else { return .stop }
        guard let category = verdict.threat else { return .load }
        let warning = ErrorPage(id: UUID(), page: page.url, url: url, verdict: verdict, category: category)
        state.withLock { _ = $0.openPages.insert(warning.id) }
        if isFrame { eventMapping.fire(.iframeLoaded(category: category)) }
        eventMapping.fire(.errorPageShown(category: category, clientSideHit: verdict.clientSideHit))
        return .warn(warning)
    }

    private func isVisited(_ url: URL) -> Bool {
        let spellings = Self.spellings(of: url)
        return state.withLock { !$0.visited.isDisjoint(with: spellings) }
    }

    /// The canonical address of a page, with and without `www.`.
    private static func spellings(of url: URL) -> [CanonicalURL] {
        guard let url = CanonicalURL(url) else { return [] }
        return [url] + (url.host.sibling.map { [url.with($0)] } ?? [])
    }
}
