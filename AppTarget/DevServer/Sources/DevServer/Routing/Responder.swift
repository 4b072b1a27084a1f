/// Answers requests by faults first, then by routes.
struct Responder: Sendable {
    private let routes: [Route]
    private let script: FaultScript
    private let log: RequestLog
    private let inspector: Inspector
    private let bodyLimit: Int

    init(routes: [Route], script: FaultScript, log: RequestLog, inspector: Inspector, bodyLimit: Int) {
        self.routes = routes
        self.script = script
        self.log = log
        self.inspector = inspector
        self.bodyLimit = bodyLimit
    }

    func answer(_ request: HTTPRequest) -> HTTPAnswer {
        // Before faults and collecting, so that a web page of another site changes nothing.
        if request.isOfOtherSite || (request.controlsServer && request.isForOtherHost) {
            return HTTPAnswer(HTTPProblem(403, "'\(request.path)' does not accept requests of other sites."))
        }
        let candidates = routes.filter { $0.matches(request.path) }
        let answer = answer(request, from: candidates)
        guard candidates.contains(where: \.isCollected) else { return answer }
        do {
            try collect(CollectedRequest(request, status: answer.status))
            return answer
        } catch {
            let failed = CollectedRequest(request, status: 500)
            log.keep(failed)
            inspector.add(failed)
            return HTTPAnswer(HTTPProblem(500, "The log cannot be written (\(error)). Check the disk."))
        }
    }

    private func collect(_ request: CollectedRequest) throws {
        try log.append(request)
        inspector.add(request)
    }

    private func answer(_ request: HTTPRequest, from candidates: [Route]) -> HTTPAnswer {
        // The paths that control the server have no faults, so that a script can be cleared.
        let fault = request.controlsServer ? nil : script.next(for: request.path)
        if let fault, let answer = fault.answer { return answer }

        var answer: HTTPAnswer
        do {
            answer = try usualAnswer(request, from: candidates)
        } catch {
            answer = HTTPAnswer(error)
        }
        if let fault { fault.apply(to: &answer) }
        return answer
    }

    private func usualAnswer(
        _ request: HTTPRequest,
        from candidates: [Route]
    ) throws(HTTPProblem) -> HTTPAnswer {
        guard !request.isOversized else {
            throw HTTPProblem(413, "The body is longer than \(bodyLimit) bytes.")
        }
        if request.controlsServer, request.hasUndeclaredBody {
            throw HTTPProblem(415, "The body is not declared as JSON. Send 'Content-Type: application/json'.")
        }
        guard !candidates.isEmpty else { throw HTTPProblem(404, "Nothing is served at '\(request.path)'.") }
        guard let route = candidates.first(where: { $0.accepts(request.method) }) else {
            let allowed = candidates.flatMap(\.methods)
            let names = allowed.joined(separator: ", ")
            throw HTTPProblem(
                405, "'\(request.path)' does not allow \(request.method). Use \(names).", allowed: allowed)
        }
        return try route.answer(request)
    }
}

extension Fault {
    /// The answer that replaces the usual one, if any.
    fileprivate var answer: HTTPAnswer? {
        if closes { return HTTPAnswer(content: .close, delay: delay) }
        guard let status else { return nil }
        var answer = HTTPAnswer(HTTPProblem(status, "This answer was scripted."))
        if [204, 304].contains(status) { answer = .response(HTTPResponse(status: status)) }  // These have no body.
        apply(to: &answer)
        return answer
    }

    /// Delays an answer and adds the header.
    fileprivate func apply(to answer: inout HTTPAnswer) {
        answer.delay = delay
        guard let retryAfter, case .response(var response) = answer.content else { return }
        response.headers.append((name: "Retry-After", value: retryAfter))
        answer.content = .response(response)
    }
}
