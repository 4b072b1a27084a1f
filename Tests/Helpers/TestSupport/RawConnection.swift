#if !os(iOS)
import Foundation

/// A TCP connection that sends and receives exactly the bytes it is told to.
///
/// Each blocking call has a thread to itself: the pools that run tests and queues stay free.
package final class RawConnection: Sendable {
    /// The system's error code.
    package struct Failure: Error, Equatable { package let code: Int32 }

    private let descriptor: Int32

    /// Connects.
    package init(port: Int, address: String = "127.0.0.1") throws {
        #if os(Linux)
        let stream = Int32(SOCK_STREAM.rawValue)
        #else
        let stream = SOCK_STREAM
        #endif
        descriptor = socket(AF_INET, stream, 0)
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = in_port_t(port).bigEndian
        name.sin_addr.s_addr = inet_addr(address)
        let result = withUnsafePointer(to: name) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else {
            let code = errno
            close(descriptor)
            throw Failure(code: code)
        }
    }

    deinit { close(descriptor) }

    /// Sends everything.
    package func send(_ bytes: some Sequence<UInt8>) async throws {
        let bytes = Array(bytes)
        try await onThread {
            var rest = bytes[...]
            while !rest.isEmpty {
                #if os(Linux)
                let flags = Int32(MSG_NOSIGNAL)
                #else
                let flags: Int32 = 0
                #endif
                let count = rest.withUnsafeBytes { Foundation.send(self.descriptor, $0.baseAddress, $0.count, flags) }
                guard count > 0 else { throw Failure(code: errno) }
                rest = rest.dropFirst(count)
            }
        }
    }

    /// Sends text.
    package func send(_ text: String) async throws { try await send(text.utf8) }

    /// Everything up to and including `end`, or up to the end of the connection.
    package func receive(until end: String) async throws -> String {
        try await onThread {
            var bytes: [UInt8] = []
            var byte: UInt8 = 0
            while !bytes.suffix(end.utf8.count).elementsEqual(end.utf8) || end.isEmpty {
                let count = recv(self.descriptor, &byte, 1, 0)
                guard count >= 0 else { throw Failure(code: errno) }
                if count == 0 { break }
                bytes.append(byte)
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    /// Everything until the server closes the connection.
    package func receiveAll() async throws -> String { try await receive(until: "") }

    private func onThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result(catching: work)) }
        }
    }
}

extension RawConnection {
    /// Sends one request on a connection of its own and returns all that comes back.
    package static func exchange(_ request: String, port: Int) async throws -> String {
        try await exchange(Array(request.utf8), port: port)
    }

    /// The same with bytes.
    package static func exchange(_ request: [UInt8], port: Int) async throws -> String {
        let connection = try RawConnection(port: port)
        try await connection.send(request)
        return try await connection.receiveAll()
    }
}
#endif
