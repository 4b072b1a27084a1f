import Foundation

/// Everything the server answers to: the one place to add a path.
///
/// All routes of a path are asked in order for one that knows the method. An answer is a response, or a stream of
/// events (``HTTPAnswer/Content/events(_:)``).
func makeRoutes(
    protection: ProtectionService, subscription: SubscriptionService, script: FaultScript, log: RequestLog
) -> [Route] {
    [
        Route(path: .exactly("/api/protection/hashPrefix"), methods: ["GET"], answer: protection.hashPrefixChanges),
        Route(path: .exactly("/api/protection/filterSet"), methods: ["GET"], answer: protection.filterChanges),
        Route(path: .exactly("/api/protection/matches"), methods: ["GET"], answer: protection.matches),

        Route(path: .exactly("/api/account/create"), methods: ["POST"], answer: subscription.createAccount),
        Route(path: .exactly("/api/account/confirm"), methods: ["POST"], answer: subscription.confirm),
        Route(path: .exactly("/api/account/restore"), methods: ["POST"], answer: subscription.restore),
        Route(path: .exactly("/api/account/subscription"), methods: ["GET"], answer: subscription.subscription),
        Route(path: .exactly("/api/checkout/products"), methods: ["GET"], answer: subscription.products),
        Route(path: .exactly("/api/checkout/sessions"), methods: ["POST"], answer: subscription.openCheckout),
        Route(path: .below("/api/checkout/sessions/"), methods: ["GET"], answer: subscription.checkout),

        Route(path: .below("/t/"), isCollected: true) { _ in .response(HTTPResponse(status: 200)) },
        Route(path: .exactly("/e"), isCollected: true) { _ in .response(HTTPResponse(status: 200)) },

        Route(path: .exactly("/_requests"), methods: ["GET"]) { _ in .response(.lines(of: log.requests)) },
        Route(path: .exactly("/_events"), methods: ["GET"]) { _ in
            .events(log.follow().map { ServerSentEvent(data: $0.jsonLine) })
        },

        Route(path: .exactly("/_faults"), methods: ["GET"]) { _ in .response(.json(script.faults)) },
        Route(path: .exactly("/_faults"), methods: ["POST"]) { request throws(HTTPProblem) in
            try script.add(json: request.body)
            return .response(.json(script.faults))
        },
        Route(path: .exactly("/_faults"), methods: ["DELETE"]) { _ in
            script.clear()
            return .response(.json(script.faults))
        },

        Route(path: .exactly("/favicon.ico"), methods: ["GET"]) { _ in .response(HTTPResponse(status: 204)) },
    ]
}

extension HTTPResponse {
    /// Collected requests as they stand in the log.
    fileprivate static func lines(of requests: [CollectedRequest]) -> HTTPResponse {
        HTTPResponse(
            status: 200,
            headers: [(name: "Content-Type", value: "application/x-ndjson")],
            body: Data(requests.lazy.map { $0.jsonLine + "\n" }.joined().utf8)
        )
    }
}

extension FaultScript {
    fileprivate func add(json: Data) throws(HTTPProblem) {
        do {
            try add([Fault](json: json))
        } catch {
            throw HTTPProblem(400, "\(error)")
        }
    }
}
