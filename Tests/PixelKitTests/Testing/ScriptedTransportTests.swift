import PixelKit
import PixelKitTesting
import Testing

@Suite struct ScriptedTransportTests {
    private let fine = TransportResult.answered(status: 200, retryAfter: nil)

    private func request(_ name: String) -> OutboundRequest {
        OutboundRequest(kind: .pixel, name: name, target: "/t/\(name)")
    }

    @Test("It answers by its script, then always the same, and keeps what was sent")
    func script() async {
        let transport = ScriptedTransport([.failed(.unreachable)], otherwise: .answered(status: 204, retryAfter: nil))
        transport.script(.answered(status: 503, retryAfter: "7"))
        var results: [TransportResult] = []
        for name in ["a", "b", "c", "d"] { results.append(await transport.send(request(name))) }
        #expect(
            results == [
                .failed(.unreachable), .answered(status: 503, retryAfter: "7"), .answered(status: 204, retryAfter: nil),
                .answered(status: 204, retryAfter: nil),
            ])
        #expect(transport.targets == ["/t/a", "/t/b", "/t/c", "/t/d"])
    }

    @Test("Answers are held back until they are released")
    func hold() async {
        let transport = ScriptedTransport()
        transport.hold()
        async let first = transport.send(request("a"))
        async let second = transport.send(request("b"))
        await transport.waitForRequests(2)
        transport.release()
        #expect(await [first, second] == [fine, fine])
        #expect(await transport.send(request("c")) == fine)
    }

    @Test("A request that is cancelled while it is held fails at once")
    func cancelled() async {
        let transport = ScriptedTransport()
        transport.hold()
        let task = Task { await transport.send(request("a")) }
        await transport.waitForRequests(1)
        task.cancel()
        #expect(await task.value == .failed(.cancelled))
        transport.release()
    }
}
