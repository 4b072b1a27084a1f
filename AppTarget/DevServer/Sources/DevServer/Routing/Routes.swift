import Foundation

/// Everything the server answers to: the one place to add a path.
///
/// Routes are asked in order. An answer is a response or a stream of events (``HTTPAnswer/Content``).
func makeRoutes(script: FaultScript, log: RequestLog) -> [Route] {
    [
        Route(path: .below("/t/"), isCollected: true) { _ in .response(HTTPResponse(status: 200)) },
        Route(path: .exactly("/e"), isCollected: true) { _ in .response(HTTPResponse(status: 200)) },

        Route(path: .exactly("/_requests"), methods: ["GET"]) { _ in .response(.lines(log.requests)) },
        Route(path: .exactly("/_faults"), methods: ["GET"]) { _ in .response(.json(script.faults)) },
        Route(path: .exactly("/_faults"), methods: ["POST"]) { .response(script.add(json: $0.body)) },
        Route(path: .exactly("/_faults"), methods: ["DELETE"]) { _ in
            script.clear()
            return .response(.json(script.faults))
        },

        Route(path: .exactly("/favicon.ico"), methods: ["GET"]) { _ in .response(HTTPResponse(status: 204)) },
    ]
}

extension HTTPResponse {
    /// Collected requests as they stand in the log.
    fileprivate static func lines(_ requests: [CollectedRequest]) -> HTTPResponse {
        HTTPResponse(
            status: 200,
            headers: [(name: "Content-Type", value: "application/x-ndjson")],
            body: Data(requests.lazy.map { $0.jsonLine + "\n" }.joined().utf8)
        )
    }
}

extension FaultScript {
    /// Adds the faults of a request's body and answers with all that wait, or says what is wrong.
    fileprivate func add(json: Data) -> HTTPResponse {
        do {
            try add([Fault](json: json))
            return .json(faults)
        } catch {
            return .error(400, "\(error)")
        }
    }
}
