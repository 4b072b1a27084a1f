import DevServer
import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: ProcessInfo.processInfo.environment["SOAK"] == "1"), .serialized)
struct KillSoakTests {
    @Test("10,000 kills at random moments lose nothing that was confirmed", arguments: 0..<100)
    func kills(seed: Int) async throws {
        let server = try LocalServer.start()
        var storm = KillStorm(server: server, seed: seed)
        try await storm.rage(kills: 100)
        #expect(storm.faults == [])
        print("kills, seed \(seed): \(storm.summary)")
        await server.stop()
    }
}
