import Foundation
import Networking
import TestSupport

typealias Outcome = Result<HTTPAnswer, HTTPFailure>

/// The end of a header without a body on a connection that stays open.
let empty = "Content-Length: 0\r\n\r\n"
let ok = "HTTP/1.1 200 OK\r\n" + empty

extension HTTPRequest {
    static func get(_ url: String, timeout: Duration = .seconds(60), keeping limit: Int? = nil) -> HTTPRequest {
        HTTPRequest(.get, url, timeout: timeout, answerBody: limit.map { .kept(limit: $0) } ?? .ignored)
    }

    static func post(_ url: String, _ body: Data, headers: [Header] = []) -> HTTPRequest {
        HTTPRequest(.post, url, headers: headers, body: body, timeout: .seconds(60), answerBody: .ignored)
    }
}

extension HTTPClient {
    /// The outcome as a value to compare.
    func outcome(_ request: HTTPRequest) async -> Outcome {
        do { return .success(try await send(request)) } catch { return .failure(error) }
    }

    /// The outcomes of requests that are sent at the same time, in the order of the requests.
    func outcomes(_ requests: [HTTPRequest]) async -> [Outcome] {
        await withTaskGroup(of: (Int, Outcome).self) { group in
            for (index, request) in requests.enumerated() { group.addTask { (index, await self.outcome(request)) } }
            var outcomes: [Int: Outcome] = [:]
            for await (index, outcome) in group { outcomes[index] = outcome }
            return requests.indices.compactMap { outcomes[$0] }
        }
    }
}
