import CMicrohttpd
import Foundation
import Primitives

/// What one daemon holds at most.
struct HTTPLimits: Sendable {
    var bodyBytes = 1 << 20
    /// Further connections wait in the system's queue. Well below the usual 1,024 descriptors of a process.
    var connections: UInt32 = 512
    /// How long a connection may be silent.
    var timeoutSeconds: UInt32 = 30
    /// Request line and headers of one connection: a URL of 64 KiB fits.
    var connectionMemory = 128 << 10
    /// What a slow reader of an event stream may leave unread before its stream ends.
    var unreadEventBytes = 1 << 20
}

/// One request while it is received and answered. It lives on the daemon's thread only.
final class Exchange {
    /// `nil` when the bytes are not UTF-8.
    private let target: String?
    private let started = Date()
    private var body = Data()
    private var isOversized = false

    var hasHeaders = false
    /// Set once the request is complete and its answer is waiting out a delay.
    var heldAnswer: HTTPAnswer?
    var isAnswering = false

    init(target: UnsafePointer<CChar>) {
        self.target = String(validatingCString: target)
    }

    /// Keeps a piece of the body. What exceeds `limit` is read and forgotten, so that the client gets to see its answer.
    func receive(_ piece: UnsafeRawBufferPointer, limit: Int) {
        if body.count + piece.count > limit {
            isOversized = true
            body = Data()
        }
        if !isOversized { body.append(contentsOf: piece) }
    }

    /// The complete request, or `nil` when its target is not text.
    func request(method: String, host: String?, origin: String?, authorization: String?) -> HTTPRequest? {
        guard let target else { return nil }
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        return HTTPRequest(
            time: started,
            method: method,
            path: String(parts[0]),
            query: parts.count == 2 ? String(parts[1]) : "",
            body: body,
            isOversized: isOversized,
            host: host,
            origin: origin,
            authorization: authorization
        )
    }
}

/// Every request that one daemon has in flight.
///
/// The daemon's thread calls ``handle(_:on:method:upload:size:)`` for each step of a request. A delayed answer leaves
/// that thread: its connection is suspended and a task resumes it.
final class Exchanges: Sendable {
    private struct State {
        var isStopping = false
        var lastDelay = 0
        var delays: [Int: Task<Void, Never>] = [:]
        var streams: [ObjectIdentifier: EventStreamBody] = [:]
        var answering = 0
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    let limits: HTTPLimits
    private let state = Locked(State())
    private let clock: any Clock<Duration>
    private let answer: @Sendable (HTTPRequest) -> HTTPAnswer

    /// Creates the exchanges of one daemon. `answer` is called on the daemon's thread, one request at a time,
    /// before anything of the answer is sent.
    init(
        limits: HTTPLimits,
        clock: any Clock<Duration>,
        answer: @escaping @Sendable (HTTPRequest) -> HTTPAnswer
    ) {
        self.limits = limits
        self.clock = clock
        self.answer = answer
    }

    /// Cuts delays short, ends event streams and returns once every complete request has been answered. No new ones
    /// are taken.
    func stop() async {
        let (delays, streams) = state.withLock { state in
            state.isStopping = true
            return (Array(state.delays.values), Array(state.streams.values))
        }
        for delay in delays { delay.cancel() }
        for stream in streams { stream.close() }
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
        let answer =
            exchange.request(
                method: method,
                host: header("Host", of: connection),
                origin: header("Origin", of: connection),
                authorization: header("Authorization", of: connection)
            )
            .map(answer)
            ?? HTTPAnswer(HTTPProblem(400, "The request target is not UTF-8. Percent-encode its bytes."))
        if answer.delay > .zero, hold(connection, for: answer.delay) {
            exchange.heldAnswer = answer
            return .YES
        }
        return send(answer, on: connection)
    }

    /// Makes ``stop()`` wait for one more answer; `false` once it has been called. Nothing is logged then, because
    /// nobody would wait for the answer to go out.
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

    private func header(_ name: String, of connection: OpaquePointer) -> String? {
        MHD_lookup_connection_value(connection, .HEADER_KIND, name).map { String(cString: $0) }
    }

    /// Suspends a connection for a while; `false` when the server is stopping and answers at once.
    private func hold(_ connection: OpaquePointer, for delay: Duration) -> Bool {
        let connection = SuspendedConnection(handle: connection)
        return state.withLock { state in
            guard !state.isStopping else { return false }
            MHD_suspend_connection(connection.handle)
            state.lastDelay += 1
            let id = state.lastDelay
            state.delays[id] = Task {
                try? await self.clock.sleep(for: delay)  // Cancelled when the server stops: then it is over early.
                self.state.withLock { _ = $0.delays.removeValue(forKey: id) }
                MHD_resume_connection(connection.handle)
            }
            return true
        }
    }

    private func send(_ answer: HTTPAnswer, on connection: OpaquePointer) -> MHD_Result {
        switch answer.content {
        case .close: .NO
        case .events(let events): send(events, on: connection)
        case .response(let response): response.queue(on: connection)
        }
    }

    private func send(_ events: HTTPAnswer.Events, on connection: OpaquePointer) -> MHD_Result {
        let stream = EventStreamBody(connection: connection, limit: limits.unreadEventBytes) { stream in
            self.state.withLock { _ = $0.streams.removeValue(forKey: ObjectIdentifier(stream)) }
        }
        let isStopping = state.withLock { state in
            state.streams[ObjectIdentifier(stream)] = stream
            return state.isStopping
        }
        stream.send(events, clock: clock)
        if isStopping { stream.close() }
        return stream.queue(on: connection)
    }
}
