import CMicrohttpd
import Foundation
import Primitives

/// A libmicrohttpd daemon on 127.0.0.1: its start, its three callbacks and its orderly end.
final class HTTPDaemon: Sendable {
    let port: Int
    private let exchanges: Exchanges
    // Thread-safe by libmicrohttpd's contract for the three calls made on it; valid until `stop` has run, once.
    nonisolated(unsafe) private let handle: OpaquePointer
    private let end: Locked<Task<Void, Never>?>

    /// Binds to a port, 0 for a free one, and begins to answer.
    ///
    /// - Throws: ``LocalServerError/cannotListen(port:reason:)``.
    init(port: UInt16, exchanges: Exchanges) throws(LocalServerError) {
        let context = Unmanaged.passRetained(exchanges)
        errno = 0
        let handle = CMicrohttpdStart(
            CMicrohttpdConfiguration(
                port: port,
                connectionLimit: exchanges.limits.connections,
                timeoutSeconds: exchanges.limits.timeoutSeconds,
                connectionMemory: exchanges.limits.connectionMemory,
                context: context.toOpaque(),
                handle: handleRequest,
                begin: beginRequest,
                end: endRequest
            )
        )
        guard let handle else {
            let reason = String(cString: strerror(errno))
            context.release()
            throw .cannotListen(port: Int(port), reason: reason)
        }
        self.handle = handle
        self.exchanges = exchanges
        self.port = Int(CMicrohttpdPort(handle))
        end = Locked(nil)
    }

    /// Refuses new connections, answers what is complete, ends the thread and gives the port back.
    ///
    /// Every call returns once all that is done.
    func stop() async {
        let task = end.withLock { end in
            let task = end ?? Task { await self.shutDown() }
            end = task
            return task
        }
        await task.value
    }

    private func shutDown() async {
        let listener = MHD_quiesce_daemon(handle)
        await exchanges.stop()
        await withCheckedContinuation { continuation in
            // Joins the daemon's thread: no work for the pools that run tasks and queues.
            Thread.detachNewThread {
                MHD_stop_daemon(self.handle)
                if listener >= 0 { close(listener) }
                continuation.resume()
            }
        }
        Unmanaged.passUnretained(exchanges).release()  // The daemon's reference, taken in `init`.
    }
}

// libmicrohttpd passes `context` and the exchange through as untyped pointers; `begin` makes the exchange, `end` frees it.

private func beginRequest(
    context: UnsafeMutableRawPointer?,
    target: UnsafePointer<CChar>?,
    connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    target.map { Unmanaged.passRetained(Exchange(target: $0)).toOpaque() }
}

private func handleRequest(
    context: UnsafeMutableRawPointer?,
    connection: OpaquePointer?,
    url: UnsafePointer<CChar>?,
    method: UnsafePointer<CChar>?,
    version: UnsafePointer<CChar>?,
    upload: UnsafePointer<CChar>?,
    size: UnsafeMutablePointer<Int>?,
    exchange: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let context, let connection, let method, let size, let exchange = exchange?.pointee else { return .NO }
    return Unmanaged<Exchanges>.fromOpaque(context).takeUnretainedValue().handle(
        Unmanaged<Exchange>.fromOpaque(exchange).takeUnretainedValue(),
        on: connection,
        method: String(cString: method),
        upload: upload,
        size: size
    )
}

private func endRequest(
    context: UnsafeMutableRawPointer?,
    connection: OpaquePointer?,
    exchange: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    reason: MHD_RequestTerminationCode
) {
    guard let context, let pointer = exchange?.pointee else { return }
    exchange?.pointee = nil
    let exchange = Unmanaged<Exchange>.fromOpaque(pointer).takeRetainedValue()
    Unmanaged<Exchanges>.fromOpaque(context).takeUnretainedValue().end(exchange)
}
