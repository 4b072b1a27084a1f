import Foundation
import Primitives

/// A failure on request, for the next requests whose path has a certain prefix.
///
/// ```swift
/// try server.script([.status(503, on: "/t/", count: 3, retryAfter: "2"), .close(on: "/e")])
/// ```
public struct Fault: Equatable, Sendable {
    /// The ``count`` of a fault that stays until it is cleared.
    public static let forever = -1

    /// The prefix of the request's path, before percent-decoding.
    public var path: String
    /// The status of the answer, 200 to 599. `nil` keeps the usual answer.
    public var status: Int?
    /// The number of requests that fail. ``forever`` is for all.
    public var count = 1
    /// The `Retry-After` header of the answer, sent unchanged.
    public var retryAfter: String?
    /// The delay of the answer, at most ten minutes.
    public var delay: Duration = .zero
    /// Whether the connection is closed after the delay without an answer. ``status`` is then ignored.
    public var closes = false

    /// Returns a fault that answers with a status.
    public static func status(
        _ status: Int,
        on path: String,
        count: Int = 1,
        retryAfter: String? = nil
    ) -> Fault {
        Fault(path: path, status: status, count: count, retryAfter: retryAfter)
    }

    /// Returns a fault that closes the connection without an answer.
    ///
    /// URLSession repeats a GET once by itself. Use a `count` of 2 to make it fail.
    public static func close(on path: String, count: Int = 1) -> Fault {
        Fault(path: path, count: count, closes: true)
    }

    /// Returns a fault that delays the usual answer.
    public static func delay(_ delay: Duration, on path: String, count: Int = 1) -> Fault {
        Fault(path: path, count: count, delay: delay)
    }
}

extension Fault {
    /// The reason why the fault is invalid, as the end of a sentence. `nil` if it is valid.
    var problem: String? {
        if !path.hasPrefix("/") { return "has the path '\(path)'. Start it with a slash." }
        if HTTPRequest.controlPaths.contains(where: { $0.matches(path) && path != "/" }) {
            return "has the path '\(path)'. The paths that control the server have no faults."
        }
        if let status, !(200...599).contains(status) { return "has the status \(status). Use 200 to 599." }
        if count < 1, count != Fault.forever { return "has the count \(count). Use 1 or more, or -1 for all requests." }
        if delay < .zero || delay > .seconds(600) {
            return "has the delay \(delay.milliseconds) ms. Use 0 to 600000."
        }
        if let retryAfter, retryAfter.utf8.contains(where: { $0 < 0x20 || $0 > 0x7E }) {
            return "has a retryAfter that is not printable ASCII. Use seconds or a date."
        }
        if status == nil, delay == .zero, !closes, retryAfter == nil {
            return "does nothing. Add status, retryAfter, delayMs or close."
        }
        return nil
    }
}

extension Duration {
    var milliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}

extension Fault: Codable {
    private enum Key: String, CodingKey, CaseIterable { case path, status, count, retryAfter, delayMs, close }

    /// Any key, to detect unknown ones.
    private struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Reads `{"path":…,"status":…,"count":…,"retryAfter":…,"delayMs":…,"close":…}`. Only the path is required.
    public init(from decoder: any Decoder) throws {
        for key in try decoder.container(keyedBy: AnyKey.self).allKeys where Key(rawValue: key.stringValue) == nil {
            let known = Key.allCases.map(\.rawValue).joined(separator: ", ")
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath + [key], debugDescription: "Unknown key. Use \(known).")
            )
        }
        let values = try decoder.container(keyedBy: Key.self)
        path = try values.decode(String.self, forKey: .path)
        status = try values.decodeIfPresent(Int.self, forKey: .status)
        count = try values.decodeIfPresent(Int.self, forKey: .count) ?? 1
        retryAfter = try values.decodeIfPresent(String.self, forKey: .retryAfter)
        delay = try .milliseconds(values.decodeIfPresent(Int64.self, forKey: .delayMs) ?? 0)
        closes = try values.decodeIfPresent(Bool.self, forKey: .close) ?? false
    }

    /// Writes the object that ``init(from:)`` reads, without the default values.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(path, forKey: .path)
        try values.encodeIfPresent(status, forKey: .status)
        try values.encode(count, forKey: .count)
        try values.encodeIfPresent(retryAfter, forKey: .retryAfter)
        if delay > .zero { try values.encode(delay.milliseconds, forKey: .delayMs) }
        if closes { try values.encode(true, forKey: .close) }
    }
}

extension [Fault] {
    /// Reads an array of faults.
    ///
    /// - Throws: ``LocalServerError/invalidScript(reason:)``, which names the place.
    init(json: Data) throws(LocalServerError) {
        do {
            self = try JSONDecoder().decode(Self.self, from: json)
        } catch {
            throw .invalidScript(reason: describeDecodingFailure(error))
        }
    }
}

/// The faults that have not been used up, in order.
final class FaultScript: Sendable {
    private struct State {
        var faults: [Fault] = []
        var revision = 0
    }

    private let state = Locked(State())
    private let onChange: @Sendable () -> Void

    /// - Parameter onChange: Called after each change, outside the lock.
    init(onChange: @escaping @Sendable () -> Void = {}) { self.onChange = onChange }

    var faults: [Fault] { state.withLock { $0.faults } }

    /// Increases with every change.
    var revision: Int { state.withLock { $0.revision } }

    /// The faults as a JSON array.
    var json: String { String(decoding: HTTPResponse.json(faults).body, as: UTF8.self) }

    private func change<Result>(_ body: (inout [Fault]) -> Result) -> Result {
        let (result, isChanged) = state.withLock { state in
            let before = state.faults
            let result = body(&state.faults)
            let isChanged = state.faults != before
            if isChanged { state.revision += 1 }
            return (result, isChanged)
        }
        if isChanged { onChange() }
        return result
    }

    /// Appends faults. If one of them is invalid, none is added.
    ///
    /// - Throws: ``LocalServerError/invalidFault(index:reason:)``.
    func add(_ faults: [Fault]) throws(LocalServerError) {
        for (index, fault) in faults.enumerated() {
            if let problem = fault.problem { throw .invalidFault(index: index, reason: problem) }
        }
        change { $0 += faults }
    }

    func clear() {
        change { $0 = [] }
    }

    /// Returns the first fault for a path and decrements its count.
    func next(for path: String) -> Fault? {
        change { faults in
            guard let index = faults.firstIndex(where: { path.utf8.starts(with: $0.path.utf8) }) else { return nil }
            let fault = faults[index]
            if fault.count == 1 {
                faults.remove(at: index)
            } else if fault.count > 1 {
                faults[index].count -= 1
            }
            return fault
        }
    }
}
