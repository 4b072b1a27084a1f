#if canImport(CCurl)
import CCurl
import Testing

@testable import Networking

@Suite struct CurlLibraryTests {
    private let features = CURL_VERSION_ASYNCHDNS | CURL_VERSION_SSL

    @Test("A libcurl from 7.87 on with TLS and asynchronous name look-up can be used")
    func usable() {
        #expect(CurlLibrary.defect(version: "7.87.0", number: 0x07_57_00, features: features) == nil)
        #expect(CurlLibrary.defect(version: "8.5.0", number: 0x08_05_00, features: features) == nil)
        #expect(CurlLibrary.defect == nil)
    }

    @Test("A libcurl that is too old or lacks a feature is refused with its version and a remedy")
    func unusable() {
        #expect(
            CurlLibrary.defect(version: "7.86.0", number: 0x07_56_00, features: features)
                == "libcurl 7.86.0 is too old. Install 7.87 or later.")
        #expect(
            CurlLibrary.defect(version: "8.5.0", number: 0x08_05_00, features: CURL_VERSION_SSL)
                == "libcurl 8.5.0 blocks while it looks up names. Install one with asynchronous name look-up.")
        #expect(
            CurlLibrary.defect(version: "8.5.0", number: 0x08_05_00, features: CURL_VERSION_ASYNCHDNS)
                == "libcurl 8.5.0 has no TLS. Install one with TLS.")
    }

    @Test(
        "Before the request is sent a code says why it was not, afterwards that it may have arrived",
        arguments: [
            (CURLE_COULDNT_RESOLVE_HOST, HTTPFailure.unreachable, HTTPFailure.interrupted),
            (CURLE_COULDNT_RESOLVE_PROXY, .unreachable, .interrupted),
            (CURLE_COULDNT_CONNECT, .unreachable, .interrupted),
            (CURLE_RECV_ERROR, .unreachable, .interrupted),
            (CURLE_GOT_NOTHING, .unreachable, .interrupted),
            (CURLE_SEND_ERROR, .unreachable, .interrupted),
            (CURLE_ABORTED_BY_CALLBACK, .unreachable, .interrupted),
            (CURLE_WEIRD_SERVER_REPLY, .unreachable, .interrupted),
            (CURLE_PARTIAL_FILE, .unreachable, .interrupted),
            (CURLE_OUT_OF_MEMORY, .unreachable, .interrupted),
            (CURLE_OPERATION_TIMEDOUT, .timedOut, .timedOut),
            (CURLE_URL_MALFORMAT, .invalidURL, .interrupted),
            (CURLE_UNSUPPORTED_PROTOCOL, .invalidURL, .interrupted),
            (CURLE_SSL_CONNECT_ERROR, .untrusted, .interrupted),
            (CURLE_PEER_FAILED_VERIFICATION, .untrusted, .interrupted),
            (CURLE_SSL_CACERT_BADFILE, .untrusted, .interrupted),
            (CURLE_SSL_INVALIDCERTSTATUS, .untrusted, .interrupted),
        ])
    func codes(code: CURLcode, before: HTTPFailure, after: HTTPFailure) {
        #expect(HTTPFailure(code, mayHaveArrived: false) == before)
        #expect(HTTPFailure(code, mayHaveArrived: true) == after)
    }
}
#endif
