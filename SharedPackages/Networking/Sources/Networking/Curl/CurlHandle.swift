#if canImport(CCurl)
import CCurl
import Foundation
import Primitives

/// One easy handle of libcurl, used for one exchange after the other. Belongs to the thread of a ``CurlEngine``.
final class CurlHandle {
    /// The header of an answer, informational ones included, may have this many bytes.
    private static let headerLimit = 256 << 10
    /// A body that is not kept is cut off after this many bytes.
    private static let ignoredBodyLimit = 64 << 10

    let easy: UnsafeMutableRawPointer
    /// Its place among the running handles of the loop.
    var index = 0
    private(set) var exchange: CurlExchange?

    private let fixedHeaders: CurlHeaders
    private var headers: CurlHeaders?
    /// How often libcurl began to send the request.
    private var attempts = 0
    private var headerByteCount = 0
    private var hasHeader = false
    private var bodyByteCount = 0
    private var body = Data()
    private var bodyLimit = 0
    private var keepsBody = false
    private var isCutOff = false
    private(set) var silence: Duration?
    private var lastByte = ContinuousClock.now

    /// Returns `nil` when libcurl is out of memory or lacks an option.
    init?(_ configuration: HTTPClient.Configuration, fixedHeaders: CurlHeaders) {
        guard let easy = curl_easy_init() else { return nil }
        self.easy = easy
        self.fixedHeaders = fixedHeaders
        guard prepare(configuration) else { return nil }
    }

    deinit { curl_easy_cleanup(easy) }

    /// When the server has been silent for too long, `nil` if that is not limited.
    var silenceEnd: ContinuousClock.Instant? { silence.map { lastByte + $0 } }

    func begin(_ exchange: CurlExchange) -> Bool {
        let request = exchange.request
        self.exchange = exchange
        exchange.handle = self
        (attempts, headerByteCount, hasHeader, bodyByteCount, isCutOff) = (0, 0, false, 0, false)
        switch request.answerBody {
        case .ignored: (keepsBody, bodyLimit) = (false, Self.ignoredBodyLimit)
        case .kept(let limit): (keepsBody, bodyLimit) = (true, limit)
        }
        silence = request.silence
        if silence != nil { lastByte = .now }
        let headers = request.headers.isEmpty ? fixedHeaders : CurlHeaders(request.headers)
        self.headers = headers
        return set(CURLOPT_URL, request.url)
            && set(CURLOPT_TIMEOUT_MS, Int(min(max(1, request.timeout.milliseconds), Int64(Int32.max))))
            && CCurlSetPointer(easy, CURLOPT_HTTPHEADER, headers.list) == CURLE_OK
            && (request.method == .get ? set(CURLOPT_HTTPGET, 1) : post(request.body ?? Data()))
    }

    /// Ends the exchange and returns its outcome.
    func end(_ code: CURLcode) -> CurlEngine.Outcome {
        defer { release() }
        if isCutOff { return keepsBody ? .failure(.answerTooLong(limit: bodyLimit)) : answer }
        guard code == CURLE_OK else { return .failure(HTTPFailure(code, mayHaveArrived: attempts > 0)) }
        // libcurl calls a connection that ends inside of the header a success.
        return hasHeader ? answer : .failure(.interrupted)
    }

    /// Lets go of everything that belonged to the exchange.
    func release() {
        if exchange?.request.method == .post { _ = CCurlSetPointer(easy, CURLOPT_COPYPOSTFIELDS, nil) }
        exchange?.handle = nil
        exchange = nil
        headers = nil
        body = Data()
        silence = nil
    }

    private var answer: CurlEngine.Outcome {
        var retryAfter: UnsafeMutablePointer<curl_header>?
        let found = curl_easy_header(easy, "Retry-After", 0, UInt32(CURLH_HEADER), -1, &retryAfter)
        return .success(
            HTTPAnswer(
                status: status,
                retryAfter: found == CURLHE_OK ? retryAfter.map { String(cString: $0.pointee.value) } : nil,
                body: body))
    }

    private var status: Int {
        var status = 0
        _ = CCurlGetLong(easy, CURLINFO_RESPONSE_CODE, &status)
        return status
    }
}

// MARK: - Options

extension CurlHandle {
    private func set(_ option: CURLoption, _ value: Int) -> Bool { CCurlSetLong(easy, option, value) == CURLE_OK }
    private func set(_ option: CURLoption, _ value: String) -> Bool { CCurlSetPointer(easy, option, value) == CURLE_OK }

    private func post(_ body: Data) -> Bool {
        set(CURLOPT_POST, 1)
            && CCurlSetSize(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count)) == CURLE_OK
            // Without any pointer libcurl would read the body from standard input.
            && body.withUnsafeBytes {
                CCurlSetPointer(easy, CURLOPT_COPYPOSTFIELDS, $0.baseAddress ?? UnsafeRawPointer(easy))
            }
                == CURLE_OK
    }

    /// Sets what is the same for every request.
    private func prepare(_ configuration: HTTPClient.Configuration) -> Bool {
        let numbers: [(CURLoption, Int)] = [
            (CURLOPT_NOSIGNAL, 1),
            (CURLOPT_QUICK_EXIT, 1),  // Without it the end of a request waits for a name look-up that hangs.
            (CURLOPT_FOLLOWLOCATION, 0),
            (CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue)),
            (CURLOPT_DISALLOW_USERNAME_IN_URL, 1),
            (CURLOPT_PROXYAUTH, 1 << 0),  // `CURLAUTH_BASIC`, a macro that Swift does not import.
            (CURLOPT_SUPPRESS_CONNECT_HEADERS, 1),
            (CURLOPT_HEADEROPT, Int(CURLHEADER_SEPARATE)),  // A token is not for the proxy.
            (CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1)),
            (CURLOPT_HTTP09_ALLOWED, 0),
            (CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2)),
            (CURLOPT_PATH_AS_IS, 1),
            (CURLOPT_MAXAGE_CONN, max(1, Int(configuration.idleLimit.components.seconds))),
        ]
        let texts = [
            (CURLOPT_PROTOCOLS_STR, "http,https"), (CURLOPT_REDIR_PROTOCOLS_STR, "http,https"),
            (CURLOPT_USERAGENT, configuration.userAgent),
        ]
        return numbers.allSatisfy { set($0, $1) } && texts.allSatisfy { set($0, $1) }
            && (configuration.certificateAuthorities.map { set(CURLOPT_CAINFO, $0) } ?? true) && setCallbacks()
    }
}

// MARK: - Callbacks of libcurl

extension CurlHandle {
    private func setCallbacks() -> Bool {
        let pointer = Unmanaged.passUnretained(self).toOpaque()
        let receiveHeader: curl_write_callback = { bytes, _, count, handle in
            CurlHandle.from(handle).receiveHeader(UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
        }
        let receiveBody: curl_write_callback = { bytes, _, count, handle in
            CurlHandle.from(handle).receiveBody(UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
        }
        let prerequest: curl_prereq_callback = { handle, _, _, _, _ in
            // The second call is a repeat: the reused connection ended without an answer.
            let handle = CurlHandle.from(handle)
            handle.attempts += 1
            return handle.attempts > 1 ? CURL_PREREQFUNC_ABORT : CURL_PREREQFUNC_OK
        }
        return CCurlSetReceiver(easy, CURLOPT_HEADERFUNCTION, receiveHeader) == CURLE_OK
            && CCurlSetReceiver(easy, CURLOPT_WRITEFUNCTION, receiveBody) == CURLE_OK
            && CCurlSetPrerequest(easy, prerequest) == CURLE_OK
            && [CURLOPT_HEADERDATA, CURLOPT_WRITEDATA, CURLOPT_PREREQDATA, CURLOPT_PRIVATE].allSatisfy {
                CCurlSetPointer(easy, $0, pointer) == CURLE_OK
            }
    }

    /// The handle whose address libcurl was given. It is alive: the loop holds it while libcurl runs it.
    private static func from(_ pointer: UnsafeMutableRawPointer?) -> CurlHandle {
        guard let pointer else { preconditionFailure("CurlHandle: libcurl lost the pointer that it was given.") }
        return Unmanaged<CurlHandle>.fromOpaque(pointer).takeUnretainedValue()
    }

    /// The handle that an easy handle belongs to.
    static func of(_ easy: UnsafeMutableRawPointer) -> CurlHandle {
        var pointer: UnsafeMutableRawPointer?
        _ = CCurlGetPointer(easy, CURLINFO_PRIVATE, &pointer)
        return from(pointer)
    }

    private func receiveHeader(_ line: UnsafeRawBufferPointer) -> Bool {
        if silence != nil { lastByte = .now }
        headerByteCount += line.count
        // The header of an answer ends with an empty line. Those of informational ones precede it.
        if line.first == UInt8(ascii: "\r") || line.first == UInt8(ascii: "\n"), status >= 200 { hasHeader = true }
        return headerByteCount <= Self.headerLimit
    }

    private func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        if silence != nil { lastByte = .now }
        bodyByteCount += bytes.count
        isCutOff = bodyByteCount > bodyLimit
        if keepsBody, !isCutOff { body.append(contentsOf: bytes) }
        return !isCutOff
    }
}

/// A list of header lines in libcurl's form.
final class CurlHeaders {
    private(set) var list: UnsafeMutablePointer<curl_slist>?

    /// Creates the list of the given headers and of those that every request has.
    init(_ headers: [HTTPRequest.Header] = []) {
        for header in headers {
            // libcurl leaves a header with a colon and no value out.
            append(header.value.isEmpty ? "\(header.name);" : "\(header.name): \(header.value)")
        }
        append("Accept-Language: en")
        append("Expect:")  // The body goes out with the header.
        append("Content-Type:")  // Not the type of a form.
    }

    deinit { curl_slist_free_all(list) }

    private func append(_ line: String) { list = curl_slist_append(list, line) ?? list }
}
#endif
