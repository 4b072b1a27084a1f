import Foundation
import Outbox

#if canImport(Glibc)
import Glibc
#endif

/// A TCP server that reads a request and answers with exactly the bytes it is told to, then closes.
final class RawServer: Sendable {
    /// What it does with a request.
    enum Answer: Sendable {
        /// Sends these bytes and closes.
        case text(String)
        /// Sends these bytes and keeps the connection open, silent.
        case hanging(String)
        /// Sends these bytes again and again until the client has gone.
        case endless(String)
    }

    private struct State {
        var requests: [String] = []
        var open: [Int32] = []
        var isStopped = false
    }

    let port: Int
    private let listener: Int32
    private let answer: Answer
    private let state = Locked(State())
    private let arrivals = AsyncStream.makeStream(of: Void.self)

    init(_ answer: Answer) throws {
        self.answer = answer
        (listener, port) = try Self.listen()
        let listener = listener
        Thread.detachNewThread { [weak self] in
            // Ends when the listener is closed; holds the server for one connection at a time only.
            while case let connection = accept(listener, nil, nil), connection >= 0 { self?.serve(connection) }
        }
    }

    deinit { stop() }

    var url: URL { URL(string: "http://127.0.0.1:\(port)")! }  // Digits in a literal: it always parses.

    /// The heads of the requests so far, as they came.
    var requests: [String] { state.withLock { $0.requests } }

    /// Waits for the next request that was not waited for yet.
    func waitForRequest() async { for await _ in arrivals.stream { return } }

    func stop() {
        let open = state.withLock { state in
            defer {
                state.open = []
                state.isStopped = true
            }
            return state.isStopped ? [] : state.open + [listener]
        }
        for descriptor in open {
            shutdown(descriptor, Int32(SHUT_RDWR))
            close(descriptor)
        }
    }

    /// A port that nobody listens on.
    static func freePort() throws -> Int {
        let (descriptor, port) = try listen()
        close(descriptor)
        return port
    }

    private func serve(_ connection: Int32) {
        Thread.detachNewThread { [weak self] in
            var bytes: [UInt8] = []
            var byte: UInt8 = 0
            while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8), recv(connection, &byte, 1, 0) == 1 {
                bytes.append(byte)
            }
            guard let self, !bytes.isEmpty else {
                close(connection)
                return
            }
            let head = String(decoding: bytes, as: UTF8.self)
            state.withLock { $0.requests.append(head) }
            switch answer {
            case .text(let text):
                write(text, to: connection)
                close(connection)
            case .hanging(let text):
                write(text, to: connection)
                state.withLock { $0.open.append(connection) }
            case .endless(let text):
                while write(text, to: connection) {}
                close(connection)
            }
            arrivals.continuation.yield()
        }
    }

    @discardableResult
    private func write(_ text: String, to connection: Int32) -> Bool {
        #if os(Linux)
        let flags = Int32(MSG_NOSIGNAL)
        #else
        let flags: Int32 = 0
        #endif
        return Array(text.utf8).withUnsafeBytes { send(connection, $0.baseAddress, $0.count, flags) } > 0
    }

    private static func listen() throws -> (descriptor: Int32, port: Int) {
        #if os(Linux)
        let stream = Int32(SOCK_STREAM.rawValue)
        #else
        let stream = SOCK_STREAM
        #endif
        let descriptor = socket(AF_INET, stream, 0)
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) | Foundation.listen(descriptor, 64)
                    | getsockname(descriptor, address, &length)
            }
        }
        guard result == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
        return (descriptor, Int(UInt16(bigEndian: name.sin_port)))
    }
}
