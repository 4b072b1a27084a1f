public import Common
public import Foundation
import Primitives

/// Judges addresses: by data sets on the device first, and by the service only about hosts that resemble a listed one.
///
/// What leaves the device is the first four hexadecimal digits of a host's hash. No answer never blocks browsing: a
/// service that fails, or takes longer than five seconds, means "no threat", and an event. Addresses that are not of the
/// web (other schemes than HTTP and HTTPS, no host) are not judged.
public struct MaliciousSiteDetector: Sendable {
    /// How long the service may take.
    static let serviceLimit = Duration.seconds(5)
    /// How many filters a set must exceed before it is told whether it held the answer.
    static let disclosureThreshold = 100

    private let eventMapping: EventMapping<MaliciousSiteProtectionEvent>
    private let dataSets: DataSetStore
    private let api: any MatchesAPI
    private let clock: any Clock<Duration>

    /// Creates a detector.
    ///
    /// - Parameters:
    ///   - eventMapping: Receives what goes wrong while judging.
    ///   - dataSets: The local data sets.
    ///   - api: The service.
    ///   - clock: Measures how long the service and the filters take.
    public init(
        eventMapping: EventMapping<MaliciousSiteProtectionEvent>,
        dataSets: DataSetStore,
        api: any MatchesAPI,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.eventMapping = eventMapping
        self.dataSets = dataSets
        self.api = api
        self.clock = clock
    }

    /// Returns the threat at an address and where that is known from.
    ///
    /// Most addresses are judged at once, without leaving the caller's actor.
    public func verdict(for url: URL) async -> Verdict { await verdict(for: url.absoluteString) ?? .safe }

    /// Returns the verdict on an address as a person types it, or `nil` if it is not an HTTP or HTTPS address with a host.
    public func verdict(for text: String) async -> Verdict? {
        guard let address = WebAddress(text), let host = CanonicalHost(address) else { return nil }
        let hash = HostHash(host)
        let sets = dataSets.current
        guard sets.contains(hash.prefix) else { return .safe }
        return await judge(CanonicalURL(address, host: host), hash, by: sets)
    }

    /// Judges an address whose host resembles a listed one: by the filters, then by the service.
    ///
    /// Matching may take a while, so it leaves the caller's actor.
    @concurrent private func judge(_ url: CanonicalURL, _ hash: HostHash, by sets: DataSets) async -> Verdict {
        let filters = ThreatKind.allCases.flatMap { category in
            sets.patterns(for: hash, in: category).map { FilterMatcher.Candidate(category: category, pattern: $0) }
        }
        if let category = firstMatch(filters, url) { return verdict(category, .local, sets) }
        guard let matches = await askService(about: hash) else { return .safe }
        let known = matches.compactMap { match -> FilterMatcher.Candidate? in
            guard let category = ThreatKind(rawValue: match.category), HostHash(hex: match.hash) == hash else {
                return nil
            }
            return FilterMatcher.Candidate(category: category, pattern: match.regex)
        }
        if let category = firstMatch(known, url) { return verdict(category, .api, sets) }
        return Verdict(threat: nil, source: .api, clientSideHit: nil)
    }

    private func firstMatch(_ candidates: [FilterMatcher.Candidate], _ url: CanonicalURL) -> ThreatKind? {
        let outcome = FilterMatcher(clock: clock).match(candidates, on: url)
        for failure in outcome.failures {
            eventMapping.fire(.filterNotEvaluated(category: failure.category, reason: failure.reason))
        }
        return outcome.match
    }

    private func verdict(_ category: ThreatKind, _ source: Verdict.Source, _ sets: DataSets) -> Verdict {
        let mayTell = sets.filterCount(in: category) > Self.disclosureThreshold
        return Verdict(threat: category, source: source, clientSideHit: mayTell ? source == .local : nil)
    }

    private func askService(about hash: HostHash) async -> [ThreatMatch]? {
        do {
            return try await withTimeout(Self.serviceLimit, on: clock) { [api] in
                try await api.matches(hashPrefix: hash.requestPrefix)
            }
        } catch is CancellationError {
            return nil  // Nobody waits for the verdict any more: neither late nor failed.
        } catch is TimeoutError {
            eventMapping.fire(.matchesApiTimeout)
        } catch {
            eventMapping.fire(.matchesApiFailure(error))
        }
        return nil
    }
}
