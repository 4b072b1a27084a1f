import Foundation

/// One request while it is received and answered. It lives on the daemon's thread only.
final class Exchange {
    /// `nil` when the bytes are not UTF-8.
    private let target: String?
    private let started = Date()
    private var body = Data()
    private var isOversized = false

    var hasHeaders = false
    /// Set once the request is complete and its answer is waiting out a delay.
    var heldAnswer: HTTPAnswer?
    var isAnswering = false

    init(target: UnsafePointer<CChar>) {
        self.target = String(validatingCString: target)
    }

    /// Keeps a piece of the body. What exceeds `limit` is read and forgotten, so that the client gets to see its answer.
    func receive(_ piece: UnsafeRawBufferPointer, limit: Int) {
        if body.count + piece.count > limit {
            isOversized = true
            body = Data()
        }
        if !isOversized { body.append(contentsOf: piece) }
    }

    /// The complete request, or `nil` when its target is not text.
    func request(method: String, host: String?, origin: String?, authorization: String?) -> HTTPRequest? {
        guard let target else { return nil }
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        return HTTPRequest(
            time: started,
            method: method,
            path: String(parts[0]),
            query: parts.count == 2 ? String(parts[1]) : "",
            body: body,
            isOversized: isOversized,
            host: host,
            origin: origin,
            authorization: authorization
        )
    }
}
