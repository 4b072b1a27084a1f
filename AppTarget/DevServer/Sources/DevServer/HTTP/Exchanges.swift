import CMicrohttpd
import Foundation
import Primitives

/// The limits of one daemon.
struct HTTPLimits: Sendable {
    var bodyBytes = 1 << 20
    /// Further connections wait. The process keeps some descriptors for its files.
    var connections = UInt32(min(2048, max(64, sysconf(Int32(_SC_OPEN_MAX)) - 256)))
    /// How long a connection may be silent while it receives a request. Short, so that half-sent requests soon make room.
    var requestTimeoutSeconds: UInt32 = 3
    /// How long a connection may be silent between requests, or while it sends an answer.
    var timeoutSeconds: UInt32 = 30
    /// The memory of one connection for request line and headers. A URL of 64 KiB fits.
    var connectionMemory = 128 << 10
    /// An event stream ends when its client leaves more bytes unread.
    var unreadEventBytes = 1 << 20
    /// How long stopping waits for clients to read their answers.
    var stopTimeout = Duration.seconds(1)

    /// Raises the file limit of the process, so that it can hold the most connections.
    static func raiseFileLimit() { CMicrohttpdRaiseFileLimit(4096) }
}

/// One request while it is received and answered. Only the daemon's thread uses it.
final class Exchange {
    /// `nil` if the bytes are not UTF-8.
    private let target: String?
    private let started = Date()
    private var body = Data()
    private var isOversized = false

    var hasHeaders = false
    /// The answer of a complete request, during its delay.
    var heldAnswer: HTTPAnswer?
    var isAnswering = false

    init(target: UnsafePointer<CChar>) {
        self.target = String(validatingCString: target)
    }

    /// Appends a part of the body. A body longer than `limit` is read to its end and discarded, so that the client reads its
    /// answer.
    func receive(_ piece: UnsafeRawBufferPointer, limit: Int) {
        if body.count + piece.count > limit {
            isOversized = true
            body = Data()
        }
        if !isOversized { body.append(contentsOf: piece) }
    }

    /// Returns the complete request, or `nil` if its target is not UTF-8.
    func request(method: String, headers: [String: String]) -> HTTPRequest? {
        guard let target else { return nil }
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        return HTTPRequest(
            time: started,
            method: method,
            path: String(parts[0]),
            query: parts.count == 2 ? String(parts[1]) : "",
            body: body,
            isOversized: isOversized,
            headers: headers
        )
    }
}

/// The requests of one daemon that have not been answered yet.
///
/// The daemon's thread calls ``handle(_:on:method:upload:size:)`` for each step of a request. During a delay the connection
/// is suspended, and a task resumes it.
final class Exchanges: Sendable {
    private struct State {
        var isStopping = false
        var lastDelay = 0
        var delays: [Int: Delay] = [:]
        var streams: [ObjectIdentifier: EventStreamBody] = [:]
        var answering = 0
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    /// A suspended connection and the task that resumes it. The caller that removes it from the state resumes the connection.
    private struct Delay {
        let connection: SuspendedConnection
        let task: Task<Void, Never>
    }

    let limits: HTTPLimits
    private let state = Locked(State())
    private let clock: any Clock<Duration>
    private let answer: @Sendable (HTTPRequest) -> HTTPAnswer

    /// Creates the exchanges of one daemon.
    ///
    /// - Parameter answer: Called on the daemon's thread for each complete request.
    init(
        limits: HTTPLimits,
        clock: any Clock<Duration>,
        answer: @escaping @Sendable (HTTPRequest) -> HTTPAnswer
    ) {
        self.limits = limits
        self.clock = clock
        self.answer = answer
    }

    /// Cuts delays short, ends event streams and waits until every complete request has been answered.
    ///
    /// Clients that do not read are not waited for longer than the limit. New requests are refused.
    func stop() async {
        let (delays, streams) = state.withLock { state in
            state.isStopping = true
            defer { state.delays = [:] }
            return (Array(state.delays.values), Array(state.streams.values))
        }
        for delay in delays {
            delay.task.cancel()
            MHD_resume_connection(delay.connection.handle)
        }
        for stream in streams { stream.close() }
        await valueOrNil(within: limits.stopTimeout, clock: ContinuousClock()) { await self.idle() }
    }

    private func idle() async {
        await withCheckedContinuation { waiter in
            let isIdle = state.withLock { state in
                if state.answering > 0 { state.waiters.append(waiter) }
                return state.answering == 0
            }
            if isIdle { waiter.resume() }
        }
    }

    // MARK: The daemon's thread

    func handle(
        _ exchange: Exchange,
        on connection: OpaquePointer,
        method: String,
        upload: UnsafePointer<CChar>?,
        size: UnsafeMutablePointer<Int>
    ) -> MHD_Result {
        guard exchange.hasHeaders else {
            exchange.hasHeaders = true
            CMicrohttpdSetTimeout(connection, limits.requestTimeoutSeconds)
            return .YES
        }
        if size.pointee > 0 {
            exchange.receive(UnsafeRawBufferPointer(start: upload, count: size.pointee), limit: limits.bodyBytes)
            size.pointee = 0
            return .YES
        }
        if let heldAnswer = exchange.heldAnswer { return send(heldAnswer, on: connection) }

        guard beginAnswering() else { return .NO }
        exchange.isAnswering = true
        CMicrohttpdSetTimeout(connection, limits.timeoutSeconds)
        let answer =
            exchange.request(
                method: method, headers: headers(of: connection)
            )
            .map(answer)
            ?? HTTPAnswer(HTTPProblem(400, "The request target is not UTF-8. Percent-encode its bytes."))
        if let work = work(before: answer), hold(connection, during: work) {
            exchange.heldAnswer = answer
            return .YES
        }
        return send(answer, on: connection)
    }

    /// Counts one more answer for ``stop()`` to wait for. Returns `false` after ``stop()`` was called.
    private func beginAnswering() -> Bool {
        state.withLock { state in
            if !state.isStopping { state.answering += 1 }
            return !state.isStopping
        }
    }

    func end(_ exchange: Exchange) {
        guard exchange.isAnswering else { return }
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.answering -= 1
            guard state.answering == 0 else { return [] }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    private func headers(of connection: OpaquePointer) -> [String: String] {
        var headers: [String: String] = [:]
        for name in HTTPRequest.headerNames {
            headers[name] = MHD_lookup_connection_value(connection, .HEADER_KIND, name).map { String(cString: $0) }
        }
        return headers
    }

    /// The delay of an answer, and the work on a later response. `nil` if the answer can be sent at once.
    private func work(before answer: HTTPAnswer) -> (@Sendable () async -> Void)? {
        let delay = answer.delay
        if case .later(let response) = answer.content {
            return { [clock] in
                if delay > .zero { _ = try? await clock.sleep(for: delay) }
                await response.make()
            }
        }
        guard delay > .zero else { return nil }
        return { [clock] in _ = try? await clock.sleep(for: delay) }
    }

    /// Suspends a connection during some work. Returns `false` if the server is stopping, so that it answers at once.
    private func hold(_ connection: OpaquePointer, during work: @escaping @Sendable () async -> Void) -> Bool {
        let connection = SuspendedConnection(handle: connection)
        return state.withLock { state in
            guard !state.isStopping else { return false }
            MHD_suspend_connection(connection.handle)
            state.lastDelay += 1
            let id = state.lastDelay
            let task = Task {
                await work()
                guard let delay = self.state.withLock({ $0.delays.removeValue(forKey: id) }) else { return }
                MHD_resume_connection(delay.connection.handle)
            }
            state.delays[id] = Delay(connection: connection, task: task)
            return true
        }
    }

    private func send(_ answer: HTTPAnswer, on connection: OpaquePointer) -> MHD_Result {
        switch answer.content {
        case .close: .NO
        case .events(let events): send(events, isPaced: false, on: connection)
        case .paced(let events): send(events, isPaced: true, on: connection)
        case .later(let response): response.current.queue(on: connection)
        case .response(let response): response.queue(on: connection)
        }
    }

    private func send(_ events: HTTPAnswer.Events, isPaced: Bool, on connection: OpaquePointer) -> MHD_Result {
        let stream = EventStreamBody(connection: connection, limit: limits.unreadEventBytes) { stream in
            self.state.withLock { _ = $0.streams.removeValue(forKey: ObjectIdentifier(stream)) }
        }
        let isStopping = state.withLock { state in
            state.streams[ObjectIdentifier(stream)] = stream
            return state.isStopping
        }
        stream.send(events, isPaced: isPaced, clock: clock)
        if isStopping { stream.close() }
        return stream.queue(on: connection)
    }
}
