#if os(Linux)
import CCurl

/// Requests as a C program would send them: one thread, and easy handles that are set up once and added again and again.
enum PlainLoop {
    static func send(_ count: Int, width: Int, url: String) {
        let multi = curl_multi_init()
        _ = CCurlMultiSetLong(multi, CURLMOPT_MAXCONNECTS, width)
        var attempts = [Int](repeating: 0, count: width)
        attempts.withUnsafeMutableBufferPointer { attempts in
            for index in attempts.indices {
                curl_multi_add_handle(multi, handle(url: url, attempts: attempts.baseAddress.map { $0 + index }))
            }
            var (begun, done) = (width, 0)
            var running: Int32 = 0
            while done < count {
                curl_multi_perform(multi, &running)
                while let message = curl_multi_info_read(multi, &running) {
                    let easy = message.pointee.easy_handle
                    precondition(message.pointee.data.result == CURLE_OK)
                    done += 1
                    curl_multi_remove_handle(multi, easy)
                    if begun < count {
                        resetAttempts(of: easy)
                        curl_multi_add_handle(multi, easy)
                        begun += 1
                    } else {
                        curl_easy_cleanup(easy)
                    }
                }
                if done < count { curl_multi_poll(multi, nil, 0, 1000, nil) }
            }
        }
        curl_multi_cleanup(multi)
    }

    private static func handle(url: String, attempts: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        let easy = curl_easy_init()
        let discard: curl_write_callback = { _, _, count, _ in count }
        let once: curl_prereq_callback = { attempts, _, _, _, _ in
            guard let attempts = attempts?.assumingMemoryBound(to: Int.self) else { return CURL_PREREQFUNC_ABORT }
            attempts.pointee += 1
            return attempts.pointee > 1 ? CURL_PREREQFUNC_ABORT : CURL_PREREQFUNC_OK
        }
        _ = CCurlSetPointer(easy, CURLOPT_URL, url)
        _ = CCurlSetPointer(easy, CURLOPT_USERAGENT, "Benchmark")
        _ = CCurlSetLong(easy, CURLOPT_NOSIGNAL, 1)
        _ = CCurlSetLong(easy, CURLOPT_TIMEOUT_MS, 30_000)
        _ = CCurlSetReceiver(easy, CURLOPT_WRITEFUNCTION, discard)
        _ = CCurlSetPrerequest(easy, once)
        _ = CCurlSetPointer(easy, CURLOPT_PREREQDATA, attempts)
        _ = CCurlSetPointer(easy, CURLOPT_PRIVATE, attempts)
        return easy
    }

    private static func resetAttempts(of easy: UnsafeMutableRawPointer?) {
        var attempts: UnsafeMutableRawPointer?
        _ = CCurlGetPointer(easy, CURLINFO_PRIVATE, &attempts)
        attempts?.storeBytes(of: 0, as: Int.self)
    }
}
#endif
