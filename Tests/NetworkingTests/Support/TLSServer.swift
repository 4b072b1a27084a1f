#if canImport(CCurl)
import Foundation
import TestSupport

/// A certificate authority of the test's own, made by openssl, with certificates that are good and bad in one way each.
struct CertificateAuthority {
    let folder: URL
    var file: String { folder.appending(path: "ca.pem").path() }

    private static let script = """
        openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout ca.key -out ca.pem -subj /CN=Test \
            -days 2 -addext basicConstraints=critical,CA:TRUE
        for name in good other expired; do
            address=127.0.0.1 days=2
            case $name in other) address=127.0.0.2 ;; expired) days=-1 ;; esac
            openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout $name.key -out $name.csr -subj /CN=$name
            printf 'subjectAltName=IP:%s' $address >$name.ext
            openssl x509 -req -in $name.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days $days -extfile $name.ext \
                -out $name.crt
            cat $name.crt $name.key >$name.pem
        done
        """

    /// Makes the files in a folder.
    init(in folder: URL) async throws {
        self.folder = folder
        let outcome = try await Command(["sh", "-ec", Self.script], in: folder).run()
        guard outcome.status == 0 else { throw CocoaError(.fileWriteUnknown, userInfo: ["output": outcome.output]) }
    }
}

/// A TLS server in Python. The path of a request says how it answers.
final class TLSServer {
    private static let script = """
        import socket, ssl, sys, threading
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(sys.argv[1])
        listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        print(listener.getsockname()[1], flush=True)
        answers = {
            b"/garbage": b"garbage",
            b"/half": b"HTTP/1.1 200 OK\\r\\nContent-Length: 9\\r\\n\\r\\nhalf",
            b"/": b"HTTP/1.1 200 OK\\r\\nContent-Length: 0\\r\\n\\r\\n",
        }
        def serve(plain):
            try:
                with context.wrap_socket(plain, server_side=True) as secure:
                    while head := secure.recv(65536):
                        target = head.split(b" ")[1]
                        print(target.decode(), flush=True)
                        if target == b"/record":
                            # A record that no key fits, below the TLS connection.
                            socket.socket(fileno=socket.dup(secure.fileno())).send(b"\\x17\\x03\\x03\\x00\\x20" + bytes(32))
                            return
                        secure.sendall(answers[target])
                        if target != b"/":
                            return
            except (OSError, ssl.SSLError):
                pass
        while True:
            threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
        """

    let port: Int
    private let process = Process()
    private let output = Pipe()

    /// Starts a server with one of the authority's certificates.
    init(_ authority: CertificateAuthority, certificate: String = "good") async throws {
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-c", Self.script, "\(certificate).pem"]
        process.currentDirectoryURL = authority.folder
        process.standardOutput = output
        try process.run()
        let file = output.fileHandleForReading
        let line = await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: file.readSome()) }
        }
        guard let port = Int(String(decoding: line, as: UTF8.self).trimmingCharacters(in: .newlines)) else {
            throw CocoaError(.executableLoad)
        }
        self.port = port
    }

    var url: String { "https://127.0.0.1:\(port)" }

    /// Ends the server and returns the targets of the requests that it has read.
    func stop() async -> [String] {
        kill(process.processIdentifier, SIGKILL)
        let file = output.fileHandleForReading
        let data = await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: (try? file.readToEnd()) ?? Data()) }
        }
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
#endif
