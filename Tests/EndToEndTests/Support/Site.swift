#if !os(iOS)
import Foundation
import TestSupport
import Testing

/// A `devserver` process.
final class Server {
    struct Request: Decodable, Equatable {
        let path: String
        let query: String
        let body: String
        let status: Int
    }

    let port: Int
    private let process: ChildProcess

    var url: String { "http://127.0.0.1:\(port)" }

    /// - Parameter port: 0 picks a free one.
    init(port: Int = 0) async throws {
        process = try ChildProcess("devserver", ["--port", "\(port)"])
        self.port = try #require(Int(await process.line().trimmingPrefix("listening on http://127.0.0.1:")))
    }

    func stop() async {
        process.send(SIGTERM)
        _ = await process.result()
    }

    func script(_ faults: String) async throws { _ = try await exchange("POST", "/_faults", body: faults) }

    func clearFaults() async throws { _ = try await exchange("DELETE", "/_faults") }

    /// Waits for the arrival of a pixel, whether it is answered or not.
    func waitForPixel() async throws { try await waitForRequest(to: "/t/") }

    /// Waits for the arrival of a collected request at a path, whether it is answered or not.
    func waitForRequest(to path: String) async throws {
        let events = try RawConnection(port: port)
        try await events.send("GET /_events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        _ = try await events.receive(until: "\"path\":\"\(path)")
    }

    /// The names of the pixels with status 200, without prefix and platform, in alphabetical order.
    func pixels() async throws -> [String] {
        try await requests().filter { $0.status == 200 }.map { request in
            let name = request.path.replacing("/t/m_malicious-site-protection_", with: "")
            return String(name.prefix(upTo: name.lastIndex(of: "_") ?? name.endIndex))
        }.sorted()
    }

    func requests() async throws -> [Request] { try await collected().filter { $0.path.hasPrefix("/t/") } }

    /// The payloads of the wide events with status 200, in the order of arrival.
    func wideEvents() async throws -> [String] {
        try await collected().filter { $0.path == "/e" && $0.status == 200 }.map(\.body)
    }

    private func collected() async throws -> [Request] {
        let answer = try await exchange("GET", "/_requests")
        let lines = answer.components(separatedBy: "\r\n\r\n").dropFirst().joined().split(whereSeparator: \.isNewline)
        return try lines.filter { $0.hasPrefix("{") }.map {
            try JSONDecoder().decode(Request.self, from: Data($0.utf8))
        }
    }

    private func exchange(_ method: String, _ path: String, body: String = "") async throws -> String {
        try await RawConnection.exchange(
            "\(method) \(path) HTTP/1.0\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)",
            port: port)
    }
}

/// A data folder and a `devserver` process, for runs of the built `browser`.
struct Site {
    let folder: URL
    let server: Server

    static func with(_ body: (Site) async throws -> Void) async throws {
        try await TemporaryFolder.with { folder in
            let server = try await Server()
            do {
                try await body(Site(folder: folder.url, server: server))
            } catch {
                await server.stop()
                throw error
            }
            await server.stop()
        }
    }

    /// Starts `browser`.
    func start(_ words: String...) throws -> ChildProcess { try start(words) }

    /// Starts `browser`.
    func start(_ words: [String]) throws -> ChildProcess {
        let options = ["--data-dir", folder.path(), "--pixel-url", server.url, "--services-url", server.url]
        return try ChildProcess("browser", options + words)
    }

    /// Runs `browser` and waits for its end.
    func run(_ words: [String]) async throws -> ChildProcess.Result {
        let options = ["--data-dir", folder.path(), "--pixel-url", server.url, "--services-url", server.url]
        return await (try ChildProcess("browser", options + words)).result()
    }

    /// Runs `browser` and waits for its end.
    func browser(_ words: String..., input: String = "") async throws -> ChildProcess.Result {
        let process = try start(words)
        try process.write(input)
        return await process.result()
    }

    struct Accounts: Decodable, Equatable {
        var accepted: Int
        var delivered: Int
        var pending = 0
        var resent = 0
        var dropped: [String: Int] = [:]
    }

    /// Returns the accounts, which must balance, without sending.
    func accounts() async throws -> Accounts {
        struct Status: Decodable {
            let accounts: Accounts
            let balanced: Bool
        }
        _ = try await browser("consent", "pending", "--no-flush")
        let output = try await browser("status", "--json", "--no-flush").output
        _ = try await browser("consent", "granted", "--no-flush")
        let status = try JSONDecoder().decode(Status.self, from: Data(output.utf8))
        #expect(status.balanced)
        return status.accounts
    }

    /// Returns all bytes of all files in the data folder.
    func bytes() throws -> String {
        let files = try #require(
            FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.isRegularFileKey]))
        return try files.compactMap { $0 as? URL }
            .filter { try $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true }
            .map { String(decoding: try Data(contentsOf: $0), as: Unicode.ASCII.self) }.joined()
    }
}
#endif
