#if canImport(CCurl)
import CCurl

/// The libcurl that is loaded at run time. It can be older than the one that the package was built with.
enum CurlLibrary {
    /// The reason why it cannot be used, `nil` if it can.
    static let defect: String? = {
        guard curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK, let info = curl_version_info(CURLVERSION_FIRST)
        else {
            return "libcurl cannot be initialised. Check the installation of libcurl and its TLS library."
        }
        let version = String(cString: info.pointee.version)
        return defect(version: version, number: info.pointee.version_num, features: info.pointee.features)
    }()

    static func defect(version: String, number: UInt32, features: Int32) -> String? {
        let name = "libcurl \(version)"
        // 7.80 can forbid repeats, 7.87 does not wait for a name look-up that hangs.
        if number < 0x07_57_00 { return "\(name) is too old. Install 7.87 or later." }
        if features & CURL_VERSION_ASYNCHDNS == 0 {
            return "\(name) blocks while it looks up names. Install one with asynchronous name look-up."
        }
        if features & CURL_VERSION_SSL == 0 { return "\(name) has no TLS. Install one with TLS." }
        return nil
    }
}

extension HTTPFailure {
    /// The failure that a code of libcurl stands for.
    ///
    /// - Parameter mayHaveArrived: Whether libcurl began to send the request. From then on every code but a timeout is an
    ///   interruption: libcurl also reports the failure of a second connection, for the repeat that it is not allowed.
    init(_ code: CURLcode, mayHaveArrived: Bool) {
        switch code {
        case CURLE_OPERATION_TIMEDOUT:
            self = .timedOut
        case _ where mayHaveArrived:
            self = .interrupted
        case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL, CURLE_LOGIN_DENIED:
            self = .invalidURL
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
            CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_PINNEDPUBKEYNOTMATCH,
            CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED,
            CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_SHUTDOWN_FAILED, CURLE_USE_SSL_FAILED:
            self = .untrusted
        default:
            self = .unreachable
        }
    }
}
#endif
