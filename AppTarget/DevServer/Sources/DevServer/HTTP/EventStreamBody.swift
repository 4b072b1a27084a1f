import CMicrohttpd
import Foundation
import Primitives

/// The body of one event stream. A task writes to it, and the daemon's thread reads from it.
///
/// While it is empty, the connection is suspended. The next write resumes it. Both happen under one lock.
final class EventStreamBody: Sendable {
    private struct State {
        var unread: [UInt8] = []
        var isSuspended = false
        var isOver = false
        var tasks: [Task<Void, Never>] = []
        /// Waits for space.
        var writer: CheckedContinuation<Void, Never>?

        mutating func resumeWriter() {
            writer?.resume()
            writer = nil
        }
    }

    static let heartbeatInterval = Duration.seconds(15)

    private let state = Locked(State())
    private let connection: SuspendedConnection
    private let limit: Int
    private let onFree: @Sendable (EventStreamBody) -> Void

    init(connection: OpaquePointer, limit: Int, onFree: @escaping @Sendable (EventStreamBody) -> Void) {
        self.limit = limit
        self.connection = SuspendedConnection(handle: connection)
        self.onFree = onFree
    }

    /// Sends events and heartbeats until the events end.
    ///
    /// - Parameter isPaced: Whether to wait for the client before the next event, instead of cutting it off.
    func send(_ events: HTTPAnswer.Events, isPaced: Bool, clock: any Clock<Duration>) {
        let tasks = [
            Task {
                for await event in events {
                    self.write(event.text, endsWhenFull: !isPaced)
                    if isPaced { await self.space() }
                }
                self.close()
            },
            Task {
                while (try? await clock.sleep(for: Self.heartbeatInterval)) != nil {
                    self.write(ServerSentEvent.heartbeat, endsWhenFull: true)
                }
            },
        ]
        let isOver = state.withLock { state in
            state.tasks = tasks
            return state.isOver
        }
        if isOver { cancelTasks() }
    }

    /// Ends the stream after the unread bytes have been sent.
    func close() {
        update { $0.isOver = true }
    }

    /// Stops the tasks. libmicrohttpd has released the response, so the connection must not be used any more.
    func free() {
        state.withLock { state in
            state.isOver = true
            state.isSuspended = false
            state.resumeWriter()
        }
        cancelTasks()
        onFree(self)
    }

    private func cancelTasks() {
        for task in state.withLock({ $0.tasks }) { task.cancel() }
    }

    /// Moves unread bytes to the daemon's buffer. Called on the daemon's thread.
    ///
    /// - Returns: The number of bytes, 0 if the connection is suspended, or libmicrohttpd's value for the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        state.withLock { state in
            if !state.unread.isEmpty {
                let count = min(state.unread.count, buffer.count)
                buffer.copyBytes(from: state.unread[..<count])
                state.unread.removeFirst(count)
                if state.unread.count <= limit / 2 { state.resumeWriter() }
                return count
            }
            if state.isOver { return CMicrohttpdEndOfStream }
            state.isSuspended = true
            MHD_suspend_connection(connection.handle)
            return 0
        }
    }

    private func write(_ text: String, endsWhenFull: Bool) {
        update { state in
            guard !state.isOver else { return }
            state.unread += text.utf8
            if endsWhenFull, state.unread.count > limit { state.isOver = true }
        }
    }

    /// Waits until the client has read most of the events.
    private func space() async {
        await withCheckedContinuation { continuation in
            state.withLock { state in
                state.writer = continuation
                if state.isOver || state.unread.count <= limit / 2 { state.resumeWriter() }
            }
        }
    }

    private func update(_ change: (inout State) -> Void) {
        state.withLock { state in
            change(&state)
            if state.isOver { state.resumeWriter() }
            guard state.isSuspended else { return }
            state.isSuspended = false
            MHD_resume_connection(connection.handle)
        }
    }
}

/// A connection that is suspended or being answered.
// Any thread may resume a suspended connection, and nothing else is done with it.
struct SuspendedConnection: @unchecked Sendable {
    let handle: OpaquePointer
}

extension EventStreamBody {
    /// Passes the stream to the daemon, which releases it at its end.
    func queue(on connection: OpaquePointer) -> MHD_Result {
        let context = Unmanaged.passRetained(self)
        let handle = MHD_create_response_from_callback(
            UInt64.max,  // The length is not known.
            16 << 10,
            { context, _, buffer, size in
                guard let context, let buffer else { return CMicrohttpdEndOfStream }
                return Unmanaged<EventStreamBody>.fromOpaque(context).takeUnretainedValue()
                    .read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size))
            },
            context.toOpaque(),
            { context in
                guard let context else { return }
                Unmanaged<EventStreamBody>.fromOpaque(context).takeRetainedValue().free()
            }
        )
        guard let handle else {
            context.takeRetainedValue().free()
            return .NO
        }
        defer { MHD_destroy_response(handle) }
        MHD_add_response_header(handle, "Cache-Control", "no-store")
        MHD_add_response_header(handle, "Content-Type", "text/event-stream")
        return MHD_queue_response(connection, 200, handle)
    }
}
