public import Common
public import Foundation
import Networking
import Primitives

/// The verdict on one address.
public struct Verdict: Hashable, Sendable {
    /// The source of a verdict.
    public enum Source: String, Hashable, Sendable {
        /// A local filter.
        case local
        /// The service. It is asked when the hash of the host resembles a listed one.
        case api
        /// No source: the host resembles no listed one, or the service did not answer.
        case none
    }

    /// The threat, or `nil` if none is known.
    public let threat: ThreatKind?
    /// The source of the verdict.
    public let source: Source
    /// Whether a local filter found the threat (`true`) or the service (`false`). It is `nil` without a threat, and while the
    /// filter set of the category has at most 100 filters, because a small set would reveal too much about the page.
    public let clientSideHit: Bool?

    /// No threat is known.
    static let safe = Verdict(threat: nil, source: .none, clientSideHit: nil)
}

/// Judges addresses by the data sets on the device, and asks the service only about hosts that resemble a listed one.
///
/// The first four hexadecimal digits of a host's hash are all that leaves the device. A host with and without `www.` is the
/// same site: data about one holds for the other.
///
/// Browsing is never blocked by a missing answer. If the service fails or takes longer than five seconds, the verdict is
/// "no threat" and an event is reported. Addresses other than HTTP and HTTPS are not judged.
public struct MaliciousSiteDetector: Sendable {
    /// The time that the service may take.
    static let serviceLimit = Duration.seconds(5)
    /// The number of filters above which a set may reveal that it contained the answer.
    static let disclosureThreshold = 100

    private let eventMapping: EventMapping<MaliciousSiteProtectionEvent>
    private let dataSets: DataSetStore
    private let api: any MatchesAPI
    private let clock: any Clock<Duration>
    private let cache = FilterPatternCache()

    /// Creates a detector.
    ///
    /// - Parameters:
    ///   - eventMapping: Receives failures of the service and of filters.
    ///   - dataSets: The local data sets.
    ///   - api: The service.
    ///   - clock: The clock of the limits.
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

    /// Returns the verdict on an address.
    ///
    /// Most verdicts are given without leaving the caller's actor.
    public func verdict(for url: URL) async -> Verdict { await verdict(for: url.absoluteString) ?? .safe }

    /// Returns the verdict on an address as a person types it, or `nil` if it is not an HTTP or HTTPS address with a host.
    public func verdict(for text: String) async -> Verdict? {
        guard let address = WebAddress(text), let host = CanonicalHost(address) else { return nil }
        let sets = dataSets.current
        let suspects = [host, host.sibling].compactMap(\.self).map { Suspect(host: $0, hash: HostHash($0)) }
            .filter { sets.contains($0.hash.prefix) }
        if suspects.isEmpty { return .safe }
        return await judge(CanonicalURL(address, host: host), suspects, by: sets)
    }

    /// A spelling of a host, with or without `www.`, whose hash resembles a listed one.
    private struct Suspect {
        let host: CanonicalHost
        let hash: HostHash
    }

    /// Judges an address by the filters, then by the service. It leaves the caller's actor because matching may take a while.
    @concurrent private func judge(_ url: CanonicalURL, _ suspects: [Suspect], by sets: DataSets) async -> Verdict {
        let texts = suspects.map { CanonicalText(url.with($0.host)) }
        let filters = zip(suspects, texts).flatMap { suspect, text in
            ThreatKind.allCases.flatMap { category in
                candidates(sets.patterns(for: suspect.hash, in: category), category, text)
            }
        }
        if let category = firstMatch(filters) { return verdict(category, .local, sets) }
        guard let matches = await askService(about: suspects.map(\.hash)) else { return .safe }
        let known = matches.flatMap { match -> [FilterMatcher.Candidate] in
            guard let category = ThreatKind(rawValue: match.category), let hash = HostHash(hex: match.hash),
                let index = suspects.firstIndex(where: { $0.hash == hash })
            else { return [] }
            return candidates([match.regex], category, texts[index])
        }
        if let category = firstMatch(known) { return verdict(category, .api, sets) }
        return Verdict(threat: nil, source: .api, clientSideHit: nil)
    }

    private func candidates(
        _ patterns: [String], _ category: ThreatKind, _ text: CanonicalText
    ) -> [FilterMatcher.Candidate] {
        cache.patterns(patterns).map { FilterMatcher.Candidate(category: category, pattern: $0, text: text) }
    }

    private func firstMatch(_ candidates: [FilterMatcher.Candidate]) -> ThreatKind? {
        let outcome = FilterMatcher(clock: clock).match(candidates)
        for failure in outcome.failures {
            eventMapping.fire(.filterNotEvaluated(category: failure.category, reason: failure.reason))
        }
        return outcome.match
    }

    private func verdict(_ category: ThreatKind, _ source: Verdict.Source, _ sets: DataSets) -> Verdict {
        let mayReveal = sets.filterCount(in: category) > Self.disclosureThreshold
        return Verdict(threat: category, source: source, clientSideHit: mayReveal ? source == .local : nil)
    }

    /// Returns the matches of all hosts, or `nil` after a failure.
    private func askService(about hashes: [HostHash]) async -> [ThreatMatch]? {
        do {
            return try await withTimeout(Self.serviceLimit, on: clock) { [api] in
                var matches: [ThreatMatch] = []
                for hash in hashes { matches += try await api.matches(hashPrefix: hash.requestPrefix) }
                return matches
            }
        } catch {
            if Task.isCancelled || error is CancellationError { return nil }  // The verdict is no longer needed.
            eventMapping.fire(isTimeout(error) ? .matchesApiTimeout : .matchesApiFailure(error))
            return nil
        }
    }
}

/// Whether an error, or one that underlies it, means that an answer did not come in time.
func isTimeout(_ error: any Error) -> Bool {
    error is TimeoutError || error as? HTTPFailure == .timedOut
        || ErrorChain(error).links.contains(.init(domain: NSURLErrorDomain, code: URLError.Code.timedOut.rawValue))
}
