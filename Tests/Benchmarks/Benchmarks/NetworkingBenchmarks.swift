#if os(Linux)
import CCurl
import Foundation
import Glibc
import Networking
import Primitives

/// What ``HTTPClient`` adds to libcurl: the same requests to the same server by a plain loop over libcurl and by the client.
struct NetworkingBenchmarks {
    /// The most requests a second and the least CPU of this process a request, since what disturbs a run slows it down.
    private struct Rate {
        var perSecond = 0.0
        var microsecondsOfCPU = Double.infinity

        mutating func improve(by other: Rate) {
            perSecond = max(perSecond, other.perSecond)
            microsecondsOfCPU = min(microsecondsOfCPU, other.microsecondsOfCPU)
        }
    }

    func throughput() async throws {
        let server = try AnswerServer(delayMilliseconds: 0)
        defer { server.stop() }
        if let mode = ProcessInfo.processInfo.environment["NETM"], let w = ProcessInfo.processInfo.environment["NETW"].flatMap({ Int($0) }) {
            for _ in 0..<5 {
                switch mode {
                case "plain": print(Self.measure(20_000) { Self.plainLoop($0, width: w, url: server.url) })
                case "send": print(await Self.measure(20_000) { await Self.clientLoop($0, width: w, url: server.url) })
                default: print(await Self.measure(20_000) { await Self.startLoop($0, width: w, url: server.url) })
                }
            }
            return
        }
        for width in [4, 16, 32] {
            var (plain, client) = (Rate(), Rate())
            for _ in 0..<5 {
                plain.improve(by: Self.measure(20_000) { Self.plainLoop($0, width: width, url: server.url) })
                client.improve(by: await Self.measure(20_000) { await Self.clientLoop($0, width: width, url: server.url) })
            }
            Self.printFigures("\(width)", plain, client, goal: 0.8)
        }
    }

    func latency() async throws {
        let server = try AnswerServer(delayMilliseconds: 100)
        defer { server.stop() }
        for width in [16, 32] {
            let plain = Self.measure(width * 20) { Self.plainLoop($0, width: width, url: server.url) }
            let client = await Self.measure(width * 20) { await Self.clientLoop($0, width: width, url: server.url) }
            Self.printFigures("100ms-\(width)", plain, client, goal: 0.8)
        }
        try await waiting()
    }

    /// CPU while requests wait for an answer that does not come, in percent of a core.
    private func waiting() async throws {
        let server = try AnswerServer(delayMilliseconds: 60_000)
        defer { server.stop() }
        let client = HTTPClient(userAgent: "Benchmark")
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<32 {
                group.addTask {
                    _ = try? await client.send(
                        HTTPRequest(.get, server.url, timeout: .seconds(4), answerBody: .ignored))
                }
            }
            group.addTask {
                try? await Task.sleep(for: .seconds(1))
                let start = Self.processSeconds()
                try? await Task.sleep(for: .seconds(2))
                let percent = (Self.processSeconds() - start) / 2 * 100
                Figure(name: "http-waiting-32", value: percent, unit: "% of a core", goal: 1).printLine()
            }
        }
    }

    private static func printFigures(_ name: String, _ plain: Rate, _ client: Rate, goal: Double) {
        Figure(name: "http-plain-\(name)", value: plain.perSecond, unit: "requests/s").printLine()
        Figure(name: "http-plain-cpu-\(name)", value: plain.microsecondsOfCPU, unit: "us/request").printLine()
        Figure(name: "http-client-\(name)", value: client.perSecond, unit: "requests/s").printLine()
        Figure(name: "http-client-cpu-\(name)", value: client.microsecondsOfCPU, unit: "us/request").printLine()
        Figure(
            name: "http-client-cpu-ratio-\(name)", value: client.microsecondsOfCPU / plain.microsecondsOfCPU,
            unit: "of the plain loop"
        ).printLine()
        Figure(
            name: "http-client-ratio-\(name)", value: client.perSecond / plain.perSecond, unit: "of the plain loop",
            goal: goal, isMinimum: true
        ).printLine()
    }

    private static func measure(
        _ count: Int, _ body: (Int) async -> Void
    ) async -> Rate {
        let (cpu, start) = (processSeconds(), ContinuousClock.now)
        await body(count)
        let elapsed = seconds(start.duration(to: .now))
        return Rate(
            perSecond: Double(count) / elapsed, microsecondsOfCPU: (processSeconds() - cpu) * 1e6 / Double(count))
    }

    private static func measure(_ count: Int, _ body: (Int) -> Void) -> Rate {
        let (cpu, start) = (processSeconds(), ContinuousClock.now)
        body(count)
        let elapsed = seconds(start.duration(to: .now))
        return Rate(
            perSecond: Double(count) / elapsed, microsecondsOfCPU: (processSeconds() - cpu) * 1e6 / Double(count))
    }

    private static func processSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private static func clientLoop(_ count: Int, width: Int, url: String) async {
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

    private static func startLoop(_ count: Int, width: Int, url: String) async {
        let client = HTTPClient(userAgent: "Benchmark")
        let request = HTTPRequest(.get, url, timeout: .seconds(30), answerBody: .ignored)
        let window = Window(client: client, request: request, count: count)
        await window.run(width: width)
    }

    /// Starts the next request in the completion of one before.
    private final class Window: Sendable {
        let client: HTTPClient
        let request: HTTPRequest
        let left: Locked<(begun: Int, done: Int)>
        let count: Int
        let end = AsyncStream.makeStream(of: Void.self)

        init(client: HTTPClient, request: HTTPRequest, count: Int) {
            (self.client, self.request, self.count) = (client, request, count)
            left = Locked((0, 0))
        }

        func run(width: Int) async {
            for _ in 0..<width { next() }
            for await _ in end.stream {}
        }

        func next() {
            let begins = left.withLock { left in
                left.begun += 1
                return left.begun <= count
            }
            guard begins else { return }
            _ = client.start(request) { outcome in
                precondition((try? outcome.get().status) == 200)
                let isLast = self.left.withLock { left in
                    left.done += 1
                    return left.done == self.count
                }
                if isLast { self.end.continuation.finish() } else { self.next() }
            }
        }
    }

    /// As a C program would do it: one thread, easy handles that are set up once and added again and again.
    private static func plainLoop(_ count: Int, width: Int, url: String) {
        let multi = curl_multi_init()
        _ = CCurlMultiSetLong(multi, CURLMOPT_MAXCONNECTS, width)
        var attempts = [Int](repeating: 0, count: width)
        let discard: curl_write_callback = { _, _, count, _ in count }
        let once: curl_prereq_callback = { counter, _, _, _, _ in
            guard let counter = counter?.assumingMemoryBound(to: Int.self) else { return CURL_PREREQFUNC_ABORT }
            counter.pointee += 1
            return counter.pointee > 1 ? CURL_PREREQFUNC_ABORT : CURL_PREREQFUNC_OK
        }
        attempts.withUnsafeMutableBufferPointer { attempts in
            var (begun, done) = (0, 0)
            var running: Int32 = 0
            for slot in 0..<width {
                let easy = curl_easy_init()
                _ = CCurlSetPointer(easy, CURLOPT_URL, url)
                _ = CCurlSetPointer(easy, CURLOPT_USERAGENT, "Benchmark")
                _ = CCurlSetLong(easy, CURLOPT_NOSIGNAL, 1)
                _ = CCurlSetLong(easy, CURLOPT_TIMEOUT_MS, 30_000)
                _ = CCurlSetReceiver(easy, CURLOPT_WRITEFUNCTION, discard)
                _ = CCurlSetPrerequest(easy, once)
                _ = CCurlSetPointer(easy, CURLOPT_PREREQDATA, attempts.baseAddress.map { $0 + slot })
                _ = CCurlSetPointer(easy, CURLOPT_PRIVATE, attempts.baseAddress.map { $0 + slot })
                curl_multi_add_handle(multi, easy)
                begun += 1
            }
            while done < count {
                curl_multi_perform(multi, &running)
                while let message = curl_multi_info_read(multi, &running) {
                    let easy = message.pointee.easy_handle
                    precondition(message.pointee.data.result == CURLE_OK)
                    var counter: UnsafeMutableRawPointer?
                    _ = CCurlGetPointer(easy, CURLINFO_PRIVATE, &counter)
                    counter?.storeBytes(of: 0, as: Int.self)
                    done += 1
                    curl_multi_remove_handle(multi, easy)
                    if begun < count {
                        curl_multi_add_handle(multi, easy)
                        begun += 1
                    } else {
                        curl_easy_cleanup(easy)
                    }
                }
                if done < count { curl_multi_poll(multi, nil, 0, 1000, nil) }
            }
        }
        curl_multi_cleanup(multi)
    }
}
#endif
