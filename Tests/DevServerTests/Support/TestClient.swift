import DevServer
import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An HTTP answer.
struct Reply: Equatable {
    let status: Int
    let body: String
    var headers: [String: String] = [:]

    static func == (left: Reply, right: Reply) -> Bool { left.status == right.status && left.body == right.body }
}

extension LocalServer {
    /// Sends one request with URLSession.
    func request(_ target: String, method: String = "GET", body: String? = nil) async throws -> Reply {
        var request = URLRequest(url: try #require(URL(string: url.absoluteString + target)))
        request.httpMethod = method
        request.httpBody = body.map { Data($0.utf8) }
        if body != nil { request.setValue("application/json", forHTTPHeaderField: "Content-Type") }
        let (data, response) = try await session.data(for: request)
        let answer = try #require(response as? HTTPURLResponse)
        let headers = answer.allHeaderFields.map { ("\($0.key)".lowercased(), "\($0.value)") }
        return Reply(
            status: answer.statusCode,
            body: String(decoding: data, as: UTF8.self),
            headers: Dictionary(headers) { first, _ in first }
        )
    }

    /// Sends one request byte for byte and returns all bytes of the answer.
    func exchange(_ request: String) async throws -> String {
        try await RawConnection.exchange(request, port: port)
    }
}

/// A session without a cache, with the timeout of URLSession, one minute.
private let session = URLSession(configuration: .ephemeral)

/// Runs `body` with a server and stops the server, also after an error.
func withServer(
    _ configuration: LocalServer.Configuration = .init(),
    _ body: (LocalServer) async throws -> Void
) async throws {
    let server = try LocalServer.start(configuration)
    do {
        try await body(server)
    } catch {
        await server.stop()
        throw error
    }
    await server.stop()
}

/// Runs `body` with a temporary folder.
func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "devserver-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
}
