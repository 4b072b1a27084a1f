#if os(Linux)
import Foundation
import Glibc
import Networking
import Primitives

/// What ``HTTPClient`` adds to libcurl: the same requests to the same server by a plain loop over libcurl and by the client.
struct NetworkingBenchmarks {
    /// A way to send a number of requests, so many at a time, to an address.
    private typealias Sender = (_ count: Int, _ width: Int, _ url: String) async -> Void

    private let senders: [(name: String, send: Sender)] = [
        ("plain", { PlainLoop.send($0, width: $1, url: $2) }), ("send", Self.send), ("start", Self.start),
    ]

    func throughput() async throws {
        let server = try AnswerServer(delayMilliseconds: 0)
        defer { server.stop() }
        for width in [4, 16, 32] { await compare(width, "http-\(width)", count: 20_000, runs: 5, url: server.url) }
    }

    func latency() async throws {
        let server = try AnswerServer(delayMilliseconds: 100)
        defer { server.stop() }
        for width in [16, 32] {
            await compare(width, "http-100ms-\(width)", count: width * 20, runs: 1, url: server.url)
        }
    }

    /// CPU while 32 requests wait for answers that do not come, and while an idle client waits for requests.
    func waiting() async throws {
        let server = try AnswerServer(delayMilliseconds: 60_000)
        defer { server.stop() }
        let client = HTTPClient(userAgent: "Benchmark")
        let request = HTTPRequest(.get, server.url, timeout: .seconds(60), answerBody: .ignored)
        let transfers = (0..<32).map { _ in client.start(request) { _ in } }
        await Self.printCPU("http-waiting-32")
        for transfer in transfers { transfer.cancel() }
        await Self.printCPU("http-idle")
        withExtendedLifetime(client) {}
    }

    private static func printCPU(_ name: String) async {
        _ = poll(nil, 0, 500)  // Measures what the client does while nothing calls it.
        let start = processSeconds()
        _ = poll(nil, 0, 2000)
        let percent = (processSeconds() - start) / 2 * 100
        Figure(name: name, value: percent, unit: "% of a core", goal: 1).printLine()
    }

    private func compare(_ width: Int, _ name: String, count: Int, runs: Int, url: String) async {
        var rates = senders.map { _ in Rate() }
        for _ in 0..<runs {
            for index in senders.indices {
                let (cpu, start) = (Self.processSeconds(), ContinuousClock.now)
                await senders[index].send(count, width, url)
                let elapsed = seconds(start.duration(to: .now))
                rates[index].improve(
                    by: Rate(
                        perSecond: Double(count) / elapsed,
                        microsecondsOfCPU: (Self.processSeconds() - cpu) * 1e6 / Double(count)))
            }
        }
        let plain = rates[0]
        for (sender, rate) in zip(senders, rates) {
            Figure(name: "\(name)-\(sender.name)", value: rate.perSecond, unit: "requests/s").printLine()
            Figure(name: "\(name)-\(sender.name)-cpu", value: rate.microsecondsOfCPU, unit: "us/request").printLine()
            if sender.name == "plain" { continue }
            Figure(
                name: "\(name)-\(sender.name)-ratio", value: rate.perSecond / plain.perSecond, unit: "x plain",
                goal: sender.name == "start" || name.contains("100ms") ? 0.8 : nil, isMinimum: true
            ).printLine()
        }
    }

    /// The most requests a second and the least CPU of this process a request, since what disturbs a run slows it down.
    private struct Rate {
        var perSecond = 0.0
        var microsecondsOfCPU = Double.infinity

        mutating func improve(by other: Rate) {
            perSecond = max(perSecond, other.perSecond)
            microsecondsOfCPU = min(microsecondsOfCPU, other.microsecondsOfCPU)
        }
    }

    private static func processSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

// MARK: - The client's senders

extension NetworkingBenchmarks {
    /// A task for each place in the window, each of which awaits its answers.
    @Sendable private static func send(_ count: Int, width: Int, url: String) async {
        let client = HTTPClient(userAgent: "Benchmark")
        let request = HTTPRequest(.get, url, timeout: .seconds(30), answerBody: .ignored)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<width {
                group.addTask {
                    for _ in 0..<count / width {
                        let answer = try? await client.send(request)
                        precondition(answer?.status == 200)
                    }
                }
            }
        }
    }

    /// Each completion starts the next request.
    @Sendable private static func start(_ count: Int, width: Int, url: String) async {
        let window = Window(url: url, count: count)
        for _ in 0..<width { window.startNext() }
        for await _ in window.end.stream {}
    }

    private final class Window: Sendable {
        private let client = HTTPClient(userAgent: "Benchmark")
        private let request: HTTPRequest
        private let progress: Locked<(unstarted: Int, unanswered: Int)>
        let end = AsyncStream.makeStream(of: Void.self)

        init(url: String, count: Int) {
            request = HTTPRequest(.get, url, timeout: .seconds(30), answerBody: .ignored)
            progress = Locked((count, count))
        }

        func startNext() {
            let isLeft = progress.withLock { progress in
                progress.unstarted -= 1
                return progress.unstarted >= 0
            }
            guard isLeft else { return }
            _ = client.start(request) { outcome in
                precondition((try? outcome.get().status) == 200)
                let isLast = self.progress.withLock { progress in
                    progress.unanswered -= 1
                    return progress.unanswered == 0
                }
                if isLast { self.end.continuation.finish() } else { self.startNext() }
            }
        }
    }
}
#endif
