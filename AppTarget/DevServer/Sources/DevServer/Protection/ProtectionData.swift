import Foundation
import Primitives

/// The protection data, from a folder or built in.
///
/// A folder holds `hashPrefix-CATEGORY.json`, `filterSet-CATEGORY.json` and `matches.json`, each optional.
struct ProtectionData: Sendable {
    let hashPrefixes: [ThreatCategory: ProtectionSource<RevisedSet<HashPrefix>>]
    let filters: [ThreatCategory: ProtectionSource<RevisedSet<ProtectionFilter>>]
    let matches: ProtectionSource<[ProtectionMatch]>
}

/// The source of a part of the data.
enum ProtectionSource<Value: Sendable>: Sendable {
    case builtIn(Value)
    case file(ProtectionFile<Value>)

    /// Returns the current value, or `nil` if the file does not exist.
    ///
    /// - Throws: ``LocalServerError/invalidData(path:reason:)``.
    func value() throws(LocalServerError) -> Value? {
        switch self {
        case .builtIn(let value): value
        case .file(let file): try file.value()
        }
    }
}

extension ProtectionData {
    /// Reads every file of a folder once, so that mistakes are reported at the start.
    ///
    /// - Throws: ``LocalServerError/invalidData(path:reason:)``.
    init(folder: URL) throws(LocalServerError) {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else {
            throw .invalidData(path: folder.path, reason: "It is not a readable folder.")
        }
        let known = Self.fileNames
        for name in names where name.hasSuffix(".json") && !known.contains(name) {
            throw .invalidData(
                path: folder.appending(path: name).path,
                reason: "Its name is unknown. Use \(known.joined(separator: ", "))."
            )
        }
        hashPrefixes = try Self.sources(named: "hashPrefix", in: folder)
        filters = try Self.sources(named: "filterSet", in: folder)
        let file = ProtectionFile(folder.appending(path: "matches.json")) { data in
            let matches = try JSONDecoder().decode([ProtectionMatch].self, from: data)
            if let problem = matches.lazy.compactMap(\.problem).first { throw ProtectionProblem(problem) }
            return matches
        }
        _ = try file.value()
        matches = .file(file)
    }

    private static var fileNames: [String] {
        ThreatCategory.allCases.flatMap { ["hashPrefix-\($0.rawValue).json", "filterSet-\($0.rawValue).json"] }
            + ["matches.json"]
    }

    private static func sources<Record>(
        named name: String,
        in folder: URL
    ) throws(LocalServerError) -> [ThreatCategory: ProtectionSource<RevisedSet<Record>>] {
        var sources: [ThreatCategory: ProtectionSource<RevisedSet<Record>>] = [:]
        for category in ThreatCategory.allCases {
            let file = ProtectionFile(folder.appending(path: "\(name)-\(category.rawValue).json")) { data in
                try RevisedSet(JSONDecoder().decode([RevisedSet<Record>.Revision].self, from: data))
            }
            _ = try file.value()
            sources[category] = .file(file)
        }
        return sources
    }
}

/// A JSON file of the data folder. It is read again after a change.
final class ProtectionFile<Value: Sendable>: Sendable {
    /// The attributes by which a change is detected.
    private struct Stamp: Equatable {
        let modified: Date?
        let size: UInt64?
        let file: UInt64?
    }

    private struct Reading {
        let stamp: Stamp
        let value: Value
    }

    private let url: URL
    private let decode: @Sendable (Data) throws -> Value
    private let last = Locked<Reading?>(nil)

    init(_ url: URL, decode: @escaping @Sendable (Data) throws -> Value) {
        self.url = url
        self.decode = decode
    }

    /// Returns the current value, or `nil` if the file does not exist.
    ///
    /// - Throws: ``LocalServerError/invalidData(path:reason:)``.
    func value() throws(LocalServerError) -> Value? {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: url.path) else { return nil }
        let stamp = Stamp(
            modified: attributes[.modificationDate] as? Date,
            size: (attributes[.size] as? NSNumber)?.uint64Value,
            file: (attributes[.systemFileNumber] as? NSNumber)?.uint64Value
        )
        if let reading = last.withLock({ $0 }), reading.stamp == stamp { return reading.value }
        let value = try read()
        last.withLock { $0 = Reading(stamp: stamp, value: value) }
        return value
    }

    private func read() throws(LocalServerError) -> Value {
        do {
            return try decode(Data(contentsOf: url))
        } catch let problem as ProtectionProblem {
            throw .invalidData(path: url.path, reason: problem.reason)
        } catch {
            throw .invalidData(path: url.path, reason: describeDecodingFailure(error))
        }
    }
}
