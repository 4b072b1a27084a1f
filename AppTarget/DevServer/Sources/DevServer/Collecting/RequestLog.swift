import Foundation
import Primitives

/// The collected requests in the file, in memory, and as streams.
final class RequestLog: Sendable {
    fileprivate struct State {
        var kept: [CollectedRequest] = []
        var keptBytes = 0
        var followers: [Int: AsyncStream<CollectedRequest>.Continuation] = [:]
        var lastFollower = 0
        var isFinished = false
    }

    /// The bytes in memory. Beyond it the oldest requests are removed.
    static let memoryLimit = 64 << 20
    /// The requests by which a stream may lag. Beyond it the oldest are lost.
    static let followerLimit = 65_536

    private let state = Locked(State())
    private let file: LogFile?

    init(file: LogFile?) { self.file = file }

    /// The requests in memory, oldest first.
    var requests: [CollectedRequest] { state.withLock { $0.kept } }

    /// Writes the line of a request to the file, then adds the request to memory and to the streams.
    ///
    /// - Throws: The system's error if the line cannot be written. The request is then not added.
    func append(_ request: CollectedRequest) throws {
        try file?.append(line: request.jsonLine)
        keep(request)
    }

    /// Returns the requests in memory and then each new one, until ``finish()``.
    func follow() -> AsyncStream<CollectedRequest> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: CollectedRequest.self,
            bufferingPolicy: .bufferingNewest(Self.followerLimit)
        )
        let (id, isFinished) = state.withLock { state in
            for request in state.kept { continuation.yield(request) }
            state.lastFollower += 1
            if !state.isFinished { state.followers[state.lastFollower] = continuation }
            return (state.lastFollower, state.isFinished)
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.followers.removeValue(forKey: id) }
        }
        if isFinished { continuation.finish() }
        return stream
    }

    /// Ends all streams after their last element.
    func finish() {
        // Outside the lock, because finishing calls `onTermination`, which takes it.
        let followers = state.withLock { state in
            state.isFinished = true
            return state.followers.values.map { $0 }
        }
        for follower in followers { follower.finish() }
    }

    /// Adds the request to memory and to the streams.
    func keep(_ request: CollectedRequest) {
        state.withLock { state in
            state.kept.append(request)
            state.keptBytes += request.cost
            if state.keptBytes > Self.memoryLimit { state.makeRoom() }
            for follower in state.followers.values { follower.yield(request) }
        }
    }
}

extension RequestLog.State {
    /// Removes the older half of the bytes, so that removal is cheap on average.
    fileprivate mutating func makeRoom() {
        var forgotten = 0
        while forgotten < kept.count, keptBytes > RequestLog.memoryLimit / 2 {
            keptBytes -= kept[forgotten].cost
            forgotten += 1
        }
        kept.removeFirst(forgotten)
    }
}

extension CollectedRequest {
    /// The approximate size in memory.
    fileprivate var cost: Int { 256 + path.utf8.count + query.utf8.count + body.count }
}

/// A file to which complete lines are appended.
final class LogFile: Sendable {
    private let descriptor: Int32

    /// Opens or creates the file, and keeps its content.
    ///
    /// - Throws: ``LocalServerError/cannotOpenLog(path:reason:)``.
    init(_ url: URL) throws(LocalServerError) {
        descriptor = open(url.path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw .cannotOpenLog(path: url.path, reason: String(cString: strerror(errno)))
        }
    }

    deinit { close(descriptor) }

    /// Appends a line in one write, so that several processes can share the file.
    func append(line: String) throws {
        var rest = Array((line + "\n").utf8)[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if written < 0, errno == EINTR { continue }
            guard written >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
            rest = rest.dropFirst(written)
        }
    }
}
