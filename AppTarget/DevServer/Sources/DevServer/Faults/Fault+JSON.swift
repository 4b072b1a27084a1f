import Foundation
import Primitives

extension Fault: Codable {
    private enum Key: String, CodingKey, CaseIterable { case path, status, count, retryAfter, delayMs, close }

    /// Any key at all, to find those that are not ours.
    private struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Reads `{"path":…,"status":…,"count":…,"retryAfter":…,"delayMs":…,"close":…}`; only the path must be there.
    public init(from decoder: any Decoder) throws {
        for key in try decoder.container(keyedBy: AnyKey.self).allKeys where Key(rawValue: key.stringValue) == nil {
            let known = Key.allCases.map(\.rawValue).joined(separator: ", ")
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath + [key], debugDescription: "Unknown key; use \(known).")
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

    /// Writes the object that ``init(from:)`` reads, without what is not set.
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
    /// Reads a script: an array of faults.
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
