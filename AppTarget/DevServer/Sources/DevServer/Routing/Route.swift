import Foundation

/// A path, or all paths below one, and the function that answers.
struct Route: Sendable {
    enum Path: Equatable, Sendable {
        case exactly(String)
        case below(String)

        /// Compares bytes, because a path is not normalised.
        func matches(_ path: String) -> Bool {
            switch self {
            case .exactly(let expected): path.utf8.elementsEqual(expected.utf8)
            case .below(let prefix): path.utf8.starts(with: prefix.utf8)
            }
        }
    }

    let path: Path
    /// The allowed methods. Empty allows any. `GET` includes `HEAD`, whose body the daemon omits.
    var methods: [String] = []
    /// Whether requests are collected.
    var isCollected = false
    let answer: @Sendable (HTTPRequest) throws(HTTPProblem) -> HTTPAnswer

    func matches(_ path: String) -> Bool { self.path.matches(path) }

    func accepts(_ method: String) -> Bool {
        methods.isEmpty || methods.contains(method) || (method == "HEAD" && methods.contains("GET"))
    }
}

/// Returns all routes of the server.
///
/// The first route that matches the path and allows the method answers, with a response or a stream of events.
func makeRoutes(
    protection: ProtectionService, subscription: SubscriptionService, inspector: InspectorRoutes, script: FaultScript,
    log: RequestLog
) -> [Route] {
    inspector.all + [
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
    /// Returns the requests as lines of the log.
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
