import CMicrohttpd
import Foundation

/// Every request that one daemon has in flight.
///
/// The daemon's thread calls ``handle(_:on:method:upload:size:)`` for each step of a request. A delayed answer leaves
/// that thread: its connection is suspended and a task resumes it.
final class Exchanges: Sendable {
    private struct State {
        var isStopping = false
        var lastDelay = 0
        var delays: [Int: Task<Void, Never>] = [:]
        var answering = 0
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Locked(State())
    private let clock: any Clock<Duration>
    private let answer: @Sendable (HTTPRequest) -> HTTPAnswer

    /// - Parameter answer: Called on the daemon's thread, one request at a time, before anything of the answer is sent.
    init(clock: any Clock<Duration>, answer: @escaping @Sendable (HTTPRequest) -> HTTPAnswer) {
        self.clock = clock
        self.answer = answer
    }

    /// Cuts all delays short and returns once every complete request has been answered. No new ones are taken.
    func stop() async {
        let delays = state.withLock { state in
            state.isStopping = true
            return state.delays.values.map { $0 }
        }
        for delay in delays { delay.cancel() }
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
            return state.withLock { $0.isStopping } ? .NO : .YES
        }
        if size.pointee > 0 {
            exchange.receive(UnsafeRawBufferPointer(start: upload, count: size.pointee), limit: HTTPLimits.bodyBytes)
            size.pointee = 0
            return .YES
        }
        if let heldAnswer = exchange.heldAnswer { return send(heldAnswer, on: connection) }

        exchange.isAnswering = true
        state.withLock { $0.answering += 1 }
        let answer =
            exchange.request(method: method).map(answer)
            ?? .response(.error(400, "The request target is not UTF-8. Percent-encode its bytes."))
        if answer.delay > .zero, hold(connection, for: answer.delay) {
            exchange.heldAnswer = answer
            return .YES
        }
        return send(answer, on: connection)
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
        case .response(let response): send(response, on: connection)
        }
    }

    private func send(_ response: HTTPResponse, on connection: OpaquePointer) -> MHD_Result {
        let handle = response.body.withUnsafeBytes { bytes in
            // "Must copy" is what makes the cast right: the bytes are only read.
            MHD_create_response_from_buffer(
                bytes.count,
                UnsafeMutableRawPointer(mutating: bytes.baseAddress),
                .RESPMEM_MUST_COPY
            )
        }
        guard let handle else { return .NO }
        defer { MHD_destroy_response(handle) }
        MHD_add_response_header(handle, "Cache-Control", "no-store")
        for header in response.headers { MHD_add_response_header(handle, header.name, header.value) }
        return MHD_queue_response(connection, UInt32(response.status), handle)
    }
}

/// A connection between its suspension and its resumption.
///
/// libmicrohttpd keeps a suspended connection alive and lets any thread resume it; nothing else is done with it.
private struct SuspendedConnection: @unchecked Sendable {
    let handle: OpaquePointer
}
