#if !os(iOS)
package import Foundation
import Primitives

#if canImport(Glibc)
import Glibc
#endif

/// A TCP server on 127.0.0.1 that runs a script for each connection, on a thread of the connection's own.
package final class RawServer: Sendable {
    private struct State {
        var heads: [String] = []
        var connectionCount = 0
        var endCount = 0
        var open: Set<Int32> = []
        var isStopped = false
        var watchers: [(isReached: @Sendable (State) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []

        /// Removes the watchers whose condition holds and returns their continuations.
        mutating func reached() -> [CheckedContinuation<Void, Never>] {
            let reached = watchers.filter { $0.isReached(self) }
            watchers = watchers.filter { !$0.isReached(self) }
            return reached.map(\.continuation)
        }
    }

    package let port: Int
    private let listener: Int32
    private let state = Locked(State())

    /// Starts a server. The connection is closed when the script returns.
    package init(_ script: @escaping @Sendable (Connection) -> Void) throws {
        (listener, port) = try Self.listen()
        Thread.detachNewThread { [weak self, listener] in
            while case let descriptor = accept(listener, nil, nil), descriptor >= 0 {
                guard let self else {
                    close(descriptor)
                    break
                }
                serve(descriptor, script)
            }
            close(listener)
        }
    }

    /// Starts a server that answers each request with the same text, and closes the connection unless told otherwise.
    package convenience init(answering text: String, closes: Bool = true) throws {
        try self.init { connection in
            while connection.readHead() != nil, connection.write(text), !closes {}
        }
    }

    deinit { stop() }

    package var url: String { "http://127.0.0.1:\(port)" }

    /// The heads of the requests so far, in the order of their arrival.
    package var heads: [String] { state.withLock { $0.heads } }

    /// The targets of the requests so far.
    package var targets: [String] { heads.map { String($0.split(separator: " ").dropFirst().first ?? "") } }

    package var connectionCount: Int { state.withLock { $0.connectionCount } }

    package func waitForHeads(_ count: Int) async { await wait { $0.heads.count >= count } }

    /// Waits until the scripts of this many connections have returned.
    package func waitForEnds(_ count: Int) async { await wait { $0.endCount >= count } }

    /// Refuses connections from now on and ends the open ones.
    package func stop() {
        state.withLock { state in
            if !state.isStopped { shutdown(listener, Int32(SHUT_RDWR)) }
            state.isStopped = true
            for descriptor in state.open { shutdown(descriptor, Int32(SHUT_RDWR)) }
        }
    }

    /// A port that no process listens on.
    package static func freePort() throws -> Int {
        let (descriptor, port) = try listen()
        close(descriptor)
        return port
    }

    private func wait(_ isReached: @escaping @Sendable (State) -> Bool) async {
        await withCheckedContinuation { continuation in
            change { $0.watchers.append((isReached, continuation)) }
        }
    }

    private func change(_ body: (inout State) -> Void) {
        let reached = state.withLock { state in
            body(&state)
            return state.reached()
        }
        for continuation in reached { continuation.resume() }
    }

    private func serve(_ descriptor: Int32, _ script: @escaping @Sendable (Connection) -> Void) {
        let number = state.withLock { state in
            state.open.insert(descriptor)
            if state.isStopped { shutdown(descriptor, Int32(SHUT_RDWR)) }
            defer { state.connectionCount += 1 }
            return state.connectionCount
        }
        let connection = Connection(number: number, descriptor: descriptor) { [weak self] head in
            self?.change { $0.heads.append(head) }
        }
        Thread.detachNewThread { [weak self] in
            script(connection)
            self?.change { state in
                state.open.remove(descriptor)
                state.endCount += 1
                close(descriptor)
            }
            if self == nil { close(descriptor) }
        }
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
                bind(descriptor, address, length) | Foundation.listen(descriptor, 1024)
                    | getsockname(descriptor, address, &length)
            }
        }
        guard result == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
        return (descriptor, Int(UInt16(bigEndian: name.sin_port)))
    }
}

extension RawServer {
    /// One connection. Its calls block its thread.
    package struct Connection: Sendable {
        /// Its place in the order of arrival, from 0.
        package let number: Int
        let descriptor: Int32
        let record: @Sendable (String) -> Void

        /// Reads and records the head of a request, up to and including the empty line. Returns `nil` at the end.
        package func readHead() -> String? {
            var bytes: [UInt8] = []
            var byte: UInt8 = 0
            while bytes.count < 4 || !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) {
                guard recv(descriptor, &byte, 1, 0) == 1 else { return nil }
                bytes.append(byte)
            }
            let head = String(decoding: bytes, as: UTF8.self)
            record(head)
            return head
        }

        /// Reads this many bytes, or fewer at the end.
        package func read(_ count: Int) -> Data {
            var bytes = Data()
            while bytes.count < count, case let more = readSome(count - bytes.count), !more.isEmpty { bytes += more }
            return bytes
        }

        /// Reads what arrives at once. Empty at the end.
        package func readSome(_ limit: Int = 1 << 20) -> Data {
            var buffer = [UInt8](repeating: 0, count: limit)
            let count = recv(descriptor, &buffer, limit, 0)
            return count > 0 ? Data(buffer[..<count]) : Data()
        }

        /// Waits until the client closes the connection.
        package func waitForEnd() { while !readSome().isEmpty {} }

        /// Returns whether everything was written.
        @discardableResult package func write(_ text: String) -> Bool { write(Data(text.utf8)) }

        /// Returns whether everything was written.
        @discardableResult package func write(_ bytes: Data) -> Bool {
            #if os(Linux)
            let flags = Int32(MSG_NOSIGNAL)
            #else
            let flags: Int32 = 0
            #endif
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, flags) }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }

        /// Makes the end of the script a reset instead of a close.
        package func resetAtEnd() {
            var option = linger(l_onoff: 1, l_linger: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        }
    }
}
#endif
