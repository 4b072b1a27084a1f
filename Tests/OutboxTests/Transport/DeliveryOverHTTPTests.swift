#if canImport(DevServer)
import DevServer
import Foundation
import PixelKit
import PixelKitTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct DeliveryOverHTTPTests {
    private let bench = Bench()

    /// Lets time pass whenever the store rests, until so many requests were sent or refused.
    private func waitForEnd(of count: Int) async {
        var postponed = 0
        while true {
            let seen = postponed
            await bench.log.wait { $0.count(where: \.isEnd) == count || $0.count(where: \.isPostponed) > seen }
            if bench.log.events.count(where: \.isEnd) == count { return }
            await bench.clock.waitForSleepers(1)
            postponed = bench.log.events.count(where: \.isPostponed)
            bench.clock.advance(by: .seconds(1000))
        }
    }

    @Test("1,000 values of any kind arrive byte for byte after one decoding, each once")
    func values() async throws {
        let server = try LocalServer.start()
        let pixels = bench.dispatcher(HTTPTransport(endpoint: server.url))
        var random = SeededGenerator(seed: 1)
        let values = (0..<1000).map { _ in Self.value(&random) }
        for value in values { pixels.fire(Ping(value: value)) }
        #expect(await pixels.flush(timeout: .seconds(60)) == .drained)
        let arrived = server.collected.map { Self.decoded($0.query.dropFirst("v=".count)) }
        let sent = values.map { Array($0.utf8) }
        #expect(arrived.sorted(by: Self.isBefore) == sent.sorted(by: Self.isBefore))
        #expect(server.collected.allSatisfy { $0.path == "/t/m_ping" && $0.method == "GET" && $0.body.isEmpty })
        #expect(try await pixels.accounts() == Accounts(accepted: 1000, delivered: 1000))
        await server.stop()
    }

    private static func value(_ random: inout SeededGenerator) -> String {
        let pieces = [
            "\u{0}", "+", "&", "%", "=", "#", "?", "/", "%20", "%00", "\n", "\r\n", "\t", " ", "\"", "\\", "'", "<",
            ";",
            "a", "Z", "0", "-._~", "é", "e\u{301}", "\u{301}", "\u{20d0}", "ß", "中", "🙂", "👩‍👩‍👧", "🇩🇪", "\u{feff}",
            "\u{202e}", "\u{fffd}", "\u{10ffff}", "\u{7f}", "\u{80}", "ﷺ",
        ]
        return (0..<Int.random(in: 0...40, using: &random)).map { _ in
            Bool.random(using: &random)
                ? pieces.randomElement(using: &random) ?? ""
                : Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &random)).map { String($0) } ?? ""
        }.joined()
    }

    private static func decoded(_ text: some StringProtocol) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            guard byte == UInt8(ascii: "%"), let value = UInt8(digits, radix: 16) else {
                bytes.append(byte)
                continue
            }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return bytes
    }

    private static func isBefore(_ left: [UInt8], _ right: [UInt8]) -> Bool { left.lexicographicallyPrecedes(right) }

    @Test("While a server fails and recovers, every snapshot of the accounts balances, and nothing is lost or doubled")
    func storm() async throws {
        let server = try LocalServer.start()
        var random = SeededGenerator(seed: 2)
        try server.script(
            (0..<60).map { _ in
                switch Int.random(in: 0..<5, using: &random) {
                case 0: .status(429, on: "/t/", retryAfter: "120")
                case 1: .status(301, on: "/t/")
                case 2: .status(404, on: "/t/")
                default: .status(Int.random(in: 500...599, using: &random), on: "/t/")
                }
            })
        let pixels = bench.dispatcher(HTTPTransport(endpoint: server.url))
        let isOver = Locked(false)
        async let snapshots = {
            var snapshots: [Accounts] = []
            repeat {
                snapshots.append(try await pixels.accounts())
                await Task.yield()
            } while !isOver.withLock { $0 }
            return snapshots
        }()
        for number in 0..<300 { pixels.fire(Ping(name: "m_p\(number % 9)", value: "\(number)")) }
        await waitForEnd(of: 300)
        isOver.withLock { $0 = true }
        #expect(try await snapshots.allSatisfy { $0.isBalanced })
        let refused = server.collected.count { $0.status == 404 }
        let taken = server.collected.filter { $0.status == 200 }.map(\.query)
        #expect(Set(taken).count == taken.count)
        #expect(taken.count == 300 - refused)
        #expect(
            try await pixels.accounts()
                == Accounts(
                    accepted: 300, delivered: 300 - refused, dropped: refused > 0 ? [.refused: refused] : [:]))
        await server.stop()
    }

    @Test("What a server took without answering arrives again, and is counted as resent")
    func resent() async throws {
        let server = try LocalServer.start()
        try server.script([.close(on: "/t/", count: 7)])
        let pixels = bench.dispatcher(HTTPTransport(endpoint: server.url))
        for number in 0..<40 { pixels.fire(Ping(value: "\(number)")) }
        await waitForEnd(of: 40)
        let accounts = try await pixels.accounts()
        #expect(accounts == Accounts(accepted: 40, delivered: 40, resent: 7))
        #expect(server.collected.count == 47)
        #expect(Set(server.collected.filter { $0.status == 200 }.map(\.query)).count == 40)
        await server.stop()
    }

    @Test("While nobody listens nothing is lost; when somebody does, all is sent, each once")
    func refusedConnection() async throws {
        let port = try RawServer.freePort()
        let endpoint = try #require(URL(string: "http://127.0.0.1:\(port)"))
        let pixels = bench.dispatcher(HTTPTransport(endpoint: endpoint))
        for number in 0..<20 { pixels.fire(Ping(value: "\(number)")) }
        #expect(await pixels.flush(timeout: .seconds(3600)) == .timedOut(pending: 20))
        let server = try LocalServer.start(.init(port: UInt16(port)))
        #expect(await pixels.flush(timeout: .seconds(3600)) == .drained)
        #expect(try await pixels.accounts() == Accounts(accepted: 20, delivered: 20))
        #expect(server.collected.count == 20)
        await server.stop()
    }

    @Test("With the system's clocks and nothing but an address and a folder, it works")
    func live() async throws {
        let server = try LocalServer.start()
        let pixels = PixelDispatcher.live(
            endpoint: server.url, directory: bench.folder.url, initialConsent: .granted)
        pixels.fire(Ping(value: "1"))
        #expect(await pixels.fireAndWait(Ping(name: "m_daily", frequency: .daily)).isQueued)
        #expect(await pixels.shutdown(timeout: .seconds(60)) == .drained)
        #expect(Set(server.collected.map(\.path)) == ["/t/m_ping", "/t/m_daily_daily"])
        #expect(try bench.folder.mode() == 0o700)
        await server.stop()
    }

    @Test("A folder that cannot be had is reported, waits in memory, and is no reason to stop the app")
    func liveWithoutFolder() async {
        let log = ActivityLog()
        let pixels = PixelDispatcher.live(
            endpoint: URL(filePath: "/nowhere"), directory: URL(filePath: "/proc/none/there"),
            initialConsent: .granted, outboxConfiguration: RequestOutbox.Configuration(activity: log))
        pixels.fire(Ping(value: "1"))
        #expect(await pixels.flush(timeout: .seconds(60)) == .timedOut(pending: 1))
        #expect(log.events.contains { if case .storageFailed = $0 { true } else { false } })
        await #expect(throws: DatabaseError.self) { try await pixels.accounts() }
        #expect(await !pixels.set(.denied))
    }
}

extension OutboxActivity {
    /// Whether it is the end of one request.
    fileprivate var isEnd: Bool { isSent || self == .dropped(.refused, count: 1) }
}
#endif
