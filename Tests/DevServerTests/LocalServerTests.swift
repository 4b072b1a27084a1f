import DevServer
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct LocalServerTests {
    @Test("A pixel is collected with its target untouched")
    func pixel() async throws {
        let server = try LocalServer.start()
        let (_, response) = try await URLSession.shared.data(from: server.url.appending(path: "t/m_x"))
        #expect((response as? HTTPURLResponse)?.statusCode == 200)
        #expect(server.collected.map(\.path) == ["/t/m_x"])
        await server.stop()
    }
}
