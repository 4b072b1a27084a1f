import Foundation
import PixelKit

/// Fires and sends pixels: runs the commands of its input line by line.
enum PixelProbe {
    static func run(_ arguments: [String]) async throws {
        guard arguments.count == 3, let endpoint = URL(string: arguments[1]),
            let consent = Consent(rawValue: arguments[2])
        else { misused() }
        let day = Locked<Date?>(nil)
        let outbox = RequestOutbox(
            database: Database(
                .folder(URL(filePath: arguments[0])), schemas: [.outbox],
                configuration: Database.Configuration(busyTimeout: .seconds(60))),
            transport: HTTPTransport(endpoint: endpoint), initialConsent: consent,
            configuration: RequestOutbox.Configuration(
                // Nothing may be evicted or expire: it would look like a loss.
                limits: OutboxLimits(rows: .max / 2, bytes: .max / 2, age: .seconds(1_000_000_000)),
                activity: EventMapping { activity, _, _, done in
                    if case .committed(let requests) = activity {
                        for request in requests { say("row \(request.id)") }
                    }
                    done(nil)
                },
                time: TimeSource(now: { day.withLock { $0 } ?? Date() }, clock: ContinuousClock())))
        let pixels = PixelDispatcher(outbox: outbox)
        say("ready")
        while let line = readLine() {
            let words = line.split(separator: " ").map(String.init)
            switch words.first {
            case "round": await round(words[1], pixels, day)
            case "fire": say("fired \(await pixels.fireAndWait(Load.plain(words[1])).isQueued)")
            case "set": say("set \(await pixels.set(Consent(rawValue: words[1]) ?? .denied))")
            case "flush": say("flushed \(await pixels.flush(timeout: .seconds(60)) == .drained)")
            case "load": load(words[1], pixels)
            case _: misused()
            }
        }
    }

    /// Fires the daily pixel of a day.
    private static func round(_ number: String, _ pixels: PixelDispatcher, _ day: Locked<Date?>) async {
        let date = Date(timeIntervalSince1970: (Double(number) ?? 0) * 86_400 + 43_200)
        day.withLock { $0 = date }
        say("round \(number) \(await pixels.fireAndWait(Load.daily(number)).isQueued)")
    }

    /// Fires from four tasks until the process is killed, and prints each value after its commit.
    private static func load(_ run: String, _ pixels: PixelDispatcher) {
        for worker in 0..<4 {
            Task {
                for number in 0... {
                    let value = "\(run)-\(worker)-\(number)"
                    let pixel = number.isMultiple(of: 2) ? Load.plain(value) : Load.once(value)
                    if await pixels.fireAndWait(pixel).isQueued { say("confirmed \(value)") }
                }
            }
        }
    }
}

private enum Load: Pixel {
    case plain(String)
    case once(String)
    case daily(String)

    var name: String {
        switch self {
        case .plain: "m_plain"
        case .once: "m_once"
        case .daily: "m_daily"
        }
    }

    var frequency: Frequency {
        switch self {
        case .plain: .standard
        case .once: .uniqueByNameAndParameters
        case .daily: .daily
        }
    }

    var parameters: PixelParameters {
        switch self {
        case .plain(let value), .once(let value), .daily(let value): ["v": .string(value)]
        }
    }
}
