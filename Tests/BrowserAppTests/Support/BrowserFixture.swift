#if !os(iOS)
import CommandLineKit
import DevServer
import Foundation
import PixelKit
import TestSupport

/// A data folder and a local server, for runs of `browser` in this process.
struct BrowserFixture: Sendable {
    let folder: URL
    let server: LocalServer

    static func with(_ body: (BrowserFixture) async throws -> Void) async throws {
        try await TemporaryFolder.with { folder in
            let server = try LocalServer.start()
            do {
                try await body(BrowserFixture(folder: folder.url, server: server))
            } catch {
                await server.stop()
                throw error
            }
            await server.stop()
        }
    }

    /// The environment variables of the folder and the server.
    var environment: [String: String] {
        [
            "BROWSER_DATA_DIR": folder.path(), "PIXEL_BASE_URL": server.url.absoluteString,
            "SERVICES_BASE_URL": server.url.absoluteString,
        ]
    }

    /// Runs `browser` with the folder and the server.
    func browser(_ words: String..., input: [String] = []) async -> Terminal.Outcome {
        await Terminal(input: input).run(words, environment: environment)
    }

    /// The parameters of every pixel.
    static let standardParameters = "appVersion=\(ProgramVersion.current)"

    /// The pixels that arrived, without prefix and standard parameters. They are sorted, because the requests of one fire
    /// have no order.
    var pixels: [String] {
        server.collected.filter { $0.path.hasPrefix("/t/") }.map { request in
            let own = Self.ownParameters(request.query)
            let query = own.isEmpty ? "" : "?\(own)"
            return request.path.replacing("/t/m_malicious-site-protection_", with: "") + query
        }.sorted()
    }

    /// Returns a query without the standard parameters at its end.
    static func ownParameters(_ query: String) -> String {
        guard query.hasSuffix(standardParameters) else { return query }
        let own = query.dropLast(standardParameters.count)
        return String(own.hasSuffix("&") ? own.dropLast() : own)
    }
}
#endif
