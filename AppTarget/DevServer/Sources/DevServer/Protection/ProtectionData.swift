import Foundation

/// The protection data of the moment, from a folder or built in.
///
/// A folder holds `hashPrefix-CATEGORY.json`, `filterSet-CATEGORY.json` and `matches.json`, each optional.
struct ProtectionData: Sendable {
    let hashPrefixes: [ThreatCategory: ProtectionSource<RevisedSet<HashPrefix>>]
    let filters: [ThreatCategory: ProtectionSource<RevisedSet<ProtectionFilter>>]
    let matches: ProtectionSource<[ProtectionMatch]>
}

/// Where a piece of the data comes from.
enum ProtectionSource<Value: Sendable>: Sendable {
    case builtIn(Value)
    case file(ProtectionFile<Value>)

    /// What it holds now, `nil` when the file does not exist.
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
    /// The data of a folder; every file is read once, so that mistakes show at the start.
    ///
    /// - Throws: ``LocalServerError/invalidData(path:reason:)``.
    init(folder: URL) throws(LocalServerError) {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else {
            throw .invalidData(path: folder.path, reason: "It is not a folder that can be read.")
        }
        let known = Self.fileNames
        for name in names where name.hasSuffix(".json") && !known.contains(name) {
            throw .invalidData(
                path: folder.appending(path: name).path,
                reason: "It is none of \(known.joined(separator: ", "))."
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
