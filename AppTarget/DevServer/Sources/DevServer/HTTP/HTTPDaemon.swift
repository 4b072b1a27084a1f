import CMicrohttpd
import Foundation
import Primitives

/// A libmicrohttpd daemon on 127.0.0.1.
final class HTTPDaemon: Sendable {
    let port: Int
    private let exchanges: Exchanges
    // libmicrohttpd allows the calls that are made with it from any thread. It is valid until `stop` has run.
    nonisolated(unsafe) private let handle: OpaquePointer
    private let end: Locked<Task<Void, Never>?>

    /// Binds to a port and starts to answer. 0 picks a free port.
    ///
    /// - Throws: ``LocalServerError/cannotListen(port:reason:)``.
    init(port: UInt16, exchanges: Exchanges) throws(LocalServerError) {
        let context = Unmanaged.passRetained(exchanges)
        errno = 0
        let handle = CMicrohttpdStart(
            CMicrohttpdConfiguration(
                port: port,
                connectionLimit: exchanges.limits.connections,
                timeoutSeconds: exchanges.limits.requestTimeoutSeconds,
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

    /// Refuses new connections, answers complete requests, ends the thread and frees the port.
    ///
    /// Every call returns after that.
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
            // A thread of its own, because the call blocks until the daemon's thread has ended.
            Thread.detachNewThread {
                MHD_stop_daemon(self.handle)
                if listener >= 0 { close(listener) }
                continuation.resume()
            }
        }
        Unmanaged.passUnretained(exchanges).release()  // The daemon's reference, taken in `init`.
    }
}

// libmicrohttpd passes `context` and the exchange as untyped pointers. `beginRequest` creates an exchange, `endRequest`
// releases it.

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
