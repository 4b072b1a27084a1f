import Foundation
import PixelKit

enum GateEvent: Sendable {
    case opened(category: String, isFirst: Bool, count: Int, source: String, size: Int)
    case seenToday
}

enum GatePixel: Pixel {
    case opened(category: String, isFirst: Bool, count: Int, source: String, size: Int)
    case seenToday

    var name: String {
        switch self {
        case .opened: "m_malicious-site-protection_error-page-shown"
        case .seenToday: "m_malicious-site-protection_seen-today"
        }
    }

    var frequency: Frequency {
        switch self {
        case .opened: .standard
        case .seenToday: .daily
        }
    }

    var parameters: PixelParameters {
        switch self {
        case .opened(let category, let isFirst, let count, let source, let size):
            [
                "category": .string(category), "isFirst": .bool(isFirst), "count": .int(count),
                "source": .string(source), "size": .int(size),
            ]
        case .seenToday: [:]
        }
    }
}

final class GateMapper: EventMapping<GateEvent>, @unchecked Sendable {  // Only a `let` of a Sendable type.
    private let pixels: any PixelFiring

    init(pixels: any PixelFiring) {
        self.pixels = pixels
        super.init()
    }

    override func map(
        _ event: GateEvent, error: (any Error)?, parameters: [String: String]?, onComplete: @escaping Completion
    ) {
        switch event {
        case .opened(let category, let isFirst, let count, let source, let size):
            pixels.fire(
                GatePixel.opened(category: category, isFirst: isFirst, count: count, source: source, size: size))
        case .seenToday: pixels.fire(GatePixel.seenToday)
        }
        onComplete(nil)
    }
}

/// A transport for benchmarks: the network is not what is measured.
struct InstantTransport: RequestTransport {
    func send(_ request: OutboundRequest) async -> TransportResult { .answered(status: 200, retryAfter: nil) }
}

/// What a caller pays for a fire.
struct FireBenchmarks {
    let baseline: Double

    func eventMapping() {
        let mapping = EventMapping<GateEvent> { _, _, _, onComplete in onComplete(nil) }
        let run: (Int) -> Void = { for _ in 0..<$0 { mapping.fire(.seenToday) } }
        Figure(name: "EventMapping.fire", value: nanoseconds(1_000_000, run) / baseline, unit: "x", goal: 0.2)
            .printLine()
        Figure(name: "EventMapping.fire allocations", value: allocations(10_000, run), unit: "1/call", goal: 0)
            .printLine()
    }

    func burst() async {
        // Pending consent stores and does not send: the network is not what is measured.
        let dispatcher = makeDispatcher(consent: .pending)
        let mapper: EventMapping<GateEvent> = GateMapper(pixels: dispatcher)
        var best = Double.infinity
        var fewest = Double.infinity
        for _ in 0..<400 {
            // A burst is what gathers in memory before the writer is woken.
            best = min(best, nanoseconds(500, runs: 1) { fireOpened($0, mapper) })
            _ = try? await dispatcher.accounts()
            fireOpened(1, mapper)  // The first wakes the writer, which is paid for once a burst.
            fewest = min(fewest, allocations(500) { fireOpened($0, mapper) })
            _ = try? await dispatcher.accounts()
        }
        Figure(name: "event to queued pixel, burst", value: best / baseline, unit: "x", goal: 2).printLine()
        Figure(name: "event to queued pixel, burst allocations", value: fewest, unit: "1/call", goal: 1).printLine()
    }

    func saturated() async {
        let dispatcher = makeDispatcher()
        let mapper: EventMapping<GateEvent> = GateMapper(pixels: dispatcher)
        _ = await dispatcher.flush(timeout: .seconds(30))
        let idle = residentMiB()
        var peak = idle
        var total = 0.0
        for _ in 0..<20 {
            total += nanoseconds(50_000, runs: 1) { fireOpened($0, mapper) } * 50_000
            peak = max(peak, residentMiB())
        }
        Figure(name: "event to queued pixel, saturated", value: total / 1_000_000 / baseline, unit: "x", goal: 5)
            .printLine()
        Figure(name: "resident memory above idle, saturated", value: peak - idle, unit: "MiB", goal: 16).printLine()
        let accounts = try? await dispatcher.accounts()
        let counted = accounts.map { $0.accepted == 1_000_000 && $0.isBalanced } ?? false
        Figure(name: "saturated fires accounted for", value: counted ? 1 : 0, unit: "bool", goal: 1, isMinimum: true)
            .printLine()
        _ = await dispatcher.shutdown(timeout: .seconds(1))
    }

    func suppressed() async {
        let dispatcher = makeDispatcher()
        let mapper: EventMapping<GateEvent> = GateMapper(pixels: dispatcher)
        await dispatcher.fireAndWait(GatePixel.seenToday)
        let run: (Int) -> Void = { for _ in 0..<$0 { mapper.fire(.seenToday) } }
        Figure(name: "daily pixel already taken", value: nanoseconds(3_000_000, run) / baseline, unit: "x", goal: 1.4)
            .printLine()
        Figure(name: "daily pixel already taken, allocations", value: allocations(10_000, run), unit: "1/call", goal: 0)
            .printLine()
    }

    private func fireOpened(_ count: Int, _ mapper: EventMapping<GateEvent>) {
        let source = "a source whose text is too long to be stored inline"
        for index in 0..<count {
            mapper.fire(.opened(category: "phishing", isFirst: true, count: index, source: source, size: 12))
        }
    }

    private func makeDispatcher(consent: Consent = .granted) -> PixelDispatcher {
        PixelDispatcher(
            outbox: RequestOutbox(
                database: Database(.folder(temporaryFolder()), schemas: [.outbox]), transport: InstantTransport(),
                initialConsent: consent))
    }
}
