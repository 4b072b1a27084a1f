#if canImport(CCurl)
import CCurl
import Primitives

/// The transfers and connections of one multi handle. Belongs to the thread of a ``CurlEngine``.
final class CurlLoop {
    let multi: UnsafeMutableRawPointer
    /// Whether no request came for the idle limit, so that no connection is worth keeping.
    private(set) var isExpired = false

    private let configuration: HTTPClient.Configuration
    private let fixedHeaders = CurlHeaders()
    private var running: [CurlHandle] = []
    private var spare: [CurlHandle] = []
    private var idleEnd: ContinuousClock.Instant?

    /// Returns `nil` when memory or descriptors are used up.
    init?(_ configuration: HTTPClient.Configuration) {
        guard let multi = curl_multi_init() else { return nil }
        self.multi = multi
        self.configuration = configuration
        // Without descriptors libcurl creates a handle that cannot be woken. The wake-up ends the first wait at once.
        guard curl_multi_wakeup(multi) == CURLM_OK,
            CCurlMultiSetLong(multi, CURLMOPT_MAXCONNECTS, configuration.maximumConnections) == CURLM_OK
        else {
            curl_multi_cleanup(multi)
            return nil
        }
    }

    /// Sleeps until a socket is ready, the engine wakes the thread, or a time limit passes.
    func wait(_ batch: inout CurlBatch) {
        let now = ContinuousClock.now
        var end = running.lazy.compactMap(\.silenceEnd).min()
        if running.isEmpty {
            idleEnd = idleEnd ?? now + configuration.idleLimit
            end = idleEnd
        }
        let limit = end.map { Int32(clamping: max(0, now.duration(to: $0).milliseconds + 1)) } ?? .max
        guard curl_multi_poll(multi, nil, 0, limit, nil) == CURLM_OK else { return close(&batch) }
        isExpired = running.isEmpty && idleEnd.map { $0 <= .now } ?? false
    }

    /// Begins and cancels exchanges, lets libcurl work, and collects the exchanges that have ended.
    func perform(_ batch: inout CurlBatch) {
        for exchange in batch.submitted {
            if let failure = begin(exchange) { batch.ended.append((exchange, .failure(failure))) }
        }
        for exchange in batch.cancelled {
            if let handle = exchange.handle { end(handle, CURLE_ABORTED_BY_CALLBACK, &batch) }
        }
        batch.submitted.removeAll(keepingCapacity: true)
        batch.cancelled.removeAll(keepingCapacity: true)
        var count: Int32 = 0
        guard curl_multi_perform(multi, &count) == CURLM_OK else { return close(&batch) }
        while let message = curl_multi_info_read(multi, &count) {
            guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else { continue }
            let code = message.pointee.data.result  // The removal frees the message.
            end(.of(easy), code, &batch)
        }
        endSilent(&batch)
    }

    /// Ends all exchanges.
    func close(_ batch: inout CurlBatch) {
        while let handle = running.last { end(handle, CURLE_FAILED_INIT, &batch) }
        isExpired = true
    }

    deinit {
        for handle in running { curl_multi_remove_handle(multi, handle.easy) }
        curl_multi_cleanup(multi)
    }

    private func begin(_ exchange: CurlExchange) -> HTTPFailure? {
        guard let handle = spare.popLast() ?? CurlHandle(configuration, fixedHeaders: fixedHeaders) else {
            return .unusableLibrary(reason: "libcurl lacks an option or memory. Install a complete build of libcurl.")
        }
        guard handle.begin(exchange), curl_multi_add_handle(multi, handle.easy) == CURLM_OK else {
            handle.release()
            return .unreachable
        }
        handle.index = running.count
        running.append(handle)
        (idleEnd, isExpired) = (nil, false)
        return nil
    }

    private func end(_ handle: CurlHandle, _ code: CURLcode, _ batch: inout CurlBatch) {
        guard let exchange = handle.exchange else { return }
        curl_multi_remove_handle(multi, handle.easy)
        running.swapAt(handle.index, running.count - 1)
        running[handle.index].index = handle.index
        running.removeLast()
        batch.ended.append((exchange, handle.end(code)))
        if spare.count < configuration.maximumConnections { spare.append(handle) }
    }

    private func endSilent(_ batch: inout CurlBatch) {
        guard running.contains(where: { $0.silence != nil }) else { return }
        let now = ContinuousClock.now
        for handle in running where handle.silenceEnd.map({ $0 <= now }) ?? false {
            end(handle, CURLE_OPERATION_TIMEDOUT, &batch)
        }
    }
}
#endif
