#if canImport(CCurl)
import Foundation
import Networking
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct TLSTests {
    private func client(trusting authority: CertificateAuthority?) -> HTTPClient {
        var configuration = HTTPClient.Configuration(userAgent: "Test")
        configuration.certificateAuthorities = authority?.file
        return HTTPClient(configuration)
    }

    @Test("A server whose authority is trusted is answered, on one connection")
    func trusted() async throws {
        try await TemporaryFolder.with { folder in
            let authority = try await CertificateAuthority(in: folder.url)
            let server = try await TLSServer(authority)
            let client = client(trusting: authority)
            for _ in 0..<3 {
                #expect(await client.outcome(.get(server.url)) == .success(HTTPAnswer(status: 200)))
            }
            #expect(await server.stop() == ["/", "/", "/"])
        }
    }

    @Test("An unknown authority, another name and an expired certificate are not trusted, and nothing is sent")
    func untrusted() async throws {
        try await TemporaryFolder.with { folder in
            let authority = try await CertificateAuthority(in: folder.url)
            for certificate in ["good", "other", "expired"] {
                let server = try await TLSServer(authority, certificate: certificate)
                let client = client(trusting: certificate == "good" ? nil : authority)
                #expect(await client.outcome(.get(server.url)) == .failure(.untrusted), "\(certificate)")
                #expect(await server.stop() == [])
            }
        }
    }

    @Test(
        "A server that speaks no TLS, or ends the handshake, is not trusted",
        arguments: [ok, "", "\u{15}\u{3}\u{1}\0\u{2}\u{2}("])
    func noTLS(text: String) async throws {
        let server = try RawServer { connection in
            _ = connection.readSome()
            connection.write(text)
        }
        #expect(
            await client(trusting: nil).outcome(.get("https://127.0.0.1:\(server.port)/")) == .failure(.untrusted))
    }

    @Test("An answer that is not HTTP, ends early or breaks TLS after the request is an interruption")
    func brokenAnswers() async throws {
        try await TemporaryFolder.with { folder in
            let authority = try await CertificateAuthority(in: folder.url)
            let server = try await TLSServer(authority)
            let client = client(trusting: authority)
            let targets = ["/garbage", "/half", "/record"]
            for target in targets {
                #expect(await client.outcome(.get(server.url + target)) == .failure(.interrupted), "\(target)")
            }
            #expect(await server.stop() == targets)
        }
    }

    @Test("A file of authorities that is missing is an error of trust")
    func missingFile() async throws {
        var configuration = HTTPClient.Configuration(userAgent: "Test")
        configuration.certificateAuthorities = "/nonexistent.pem"
        let server = try RawServer { $0.waitForEnd() }
        let outcome = await HTTPClient(configuration).outcome(.get("https://127.0.0.1:\(server.port)/"))
        #expect(outcome == .failure(.untrusted))
    }
}
#endif
