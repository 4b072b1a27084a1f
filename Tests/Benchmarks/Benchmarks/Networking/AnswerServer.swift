#if os(Linux)
import Foundation
import Glibc

/// A server in a process of its own that answers every request with 200 and an empty body, after a fixed delay.
///
/// One thread, so that the clients are what is measured.
struct AnswerServer {
    private static let answer = Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".utf8)

    let port: Int
    private let process: Process

    /// Starts the process: this program with `serve` and the delay.
    init(delayMilliseconds delay: Int) throws {
        let output = Pipe()
        process = Process()
        process.executableURL = Bundle.main.executableURL
        process.arguments = ["serve", String(delay)]
        process.standardOutput = output
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let port = Int(line.trimmingCharacters(in: .newlines)) else { throw POSIXError(.EADDRNOTAVAIL) }
        self.port = port
    }

    var url: String { "http://127.0.0.1:\(port)/t/m_benchmark?n=1" }

    func stop() { kill(process.processIdentifier, SIGKILL) }

    /// Serves until the process is killed.
    static func serve(delayMilliseconds delay: Int) -> Never {
        signal(SIGPIPE, SIG_IGN)
        var sockets = [pollfd(fd: listen(), events: Int16(POLLIN), revents: 0)]
        var buffer = [UInt8](repeating: 0, count: 16_384)
        var due: [(time: UInt64, connection: Int32)] = []
        while true {
            let time = now()
            let late = due.prefix { $0.time <= time }
            for answer in late { send(to: answer.connection) }
            due.removeFirst(late.count)
            poll(&sockets, nfds_t(sockets.count), due.first.map { Int32(($0.time - time) / 1_000_000 + 1) } ?? -1)
            for index in sockets.indices.reversed() where sockets[index].revents != 0 {
                let descriptor = sockets[index].fd
                if index == 0 {
                    sockets.append(pollfd(fd: accept(descriptor, nil, nil), events: Int16(POLLIN), revents: 0))
                } else if recv(descriptor, &buffer, buffer.count, 0) <= 0 {
                    close(descriptor)
                    sockets.remove(at: index)
                } else if delay == 0 {
                    send(to: descriptor)
                } else {
                    due.append((now() + UInt64(delay) * 1_000_000, descriptor))
                }
            }
        }
    }

    private static func send(to connection: Int32) { write(connection, answer, answer.count) }

    private static func now() -> UInt64 { DispatchTime.now().uptimeNanoseconds }

    /// Listens on a free port of 127.0.0.1 and prints it.
    private static func listen() -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                _ =
                    bind(descriptor, address, length) | Glibc.listen(descriptor, 256)
                    | getsockname(descriptor, address, &length)
            }
        }
        print(UInt16(bigEndian: name.sin_port))
        fflush(nil)
        return descriptor
    }
}
#endif
