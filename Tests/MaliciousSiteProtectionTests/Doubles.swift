import Common
import Foundation
import Primitives

@testable import MaliciousSiteProtection

/// Keeps what it is given, in order.
final class Record<Element: Sendable>: Sendable {
    private let kept = Locked<[Element]>([])

    var all: [Element] { kept.withLock { $0 } }

    func append(_ element: Element) { kept.withLock { $0.append(element) } }
}

extension Record<String> {
    /// A mapping that writes down each event as text.
    var events: EventMapping<MaliciousSiteProtectionEvent> {
        EventMapping { event, _, _, onComplete in
            self.append("\(event)")
            onComplete(nil)
        }
    }
}

/// A service in a closure.
struct StubMatchesAPI: MatchesAPI {
    let requests = Record<String>()
    let answer: @Sendable () async throws -> [ThreatMatch]

    func matches(hashPrefix: String) async throws -> [ThreatMatch] {
        requests.append(hashPrefix)
        return try await answer()
    }

    static var empty: StubMatchesAPI { StubMatchesAPI { [] } }  // A new one each time: it keeps what it was asked.
}

/// Change sets in a closure; revisions that were asked about are kept.
struct StubDataSetsAPI: DataSetsAPI {
    let requests = Record<String>()
    let answer: @Sendable (DataSetID, Int) async throws -> String

    func changes(of id: DataSetID, since revision: Int) async throws -> Data {
        requests.append("\(id)@\(revision)")
        return Data(try await answer(id, revision).utf8)
    }
}

struct ServiceDown: Error, Equatable {}

/// A folder that is gone when its owner is.
final class TemporaryFolder: Sendable {
    let url = FileManager.default.temporaryDirectory.appending(path: "protection-\(UUID().uuidString)")

    deinit { try? FileManager.default.removeItem(at: url) }

    func file(of id: DataSetID) -> URL { DataSetStore.file(of: id, in: url) }
}

/// The same numbers in every run.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }
}

/// The hash of an address's host, which tests never state by hand.
func hash(of address: String) throws -> HostHash {
    guard let url = CanonicalURL(address) else { throw ServiceDown() }
    return HostHash(url.host)
}

/// The JSON of a change set; entries are JSON already.
func changeSet(insert: [String] = [], delete: [String] = [], revision: Int, replace: Bool = false) -> Data {
    let insert = insert.joined(separator: ",")
    let delete = delete.joined(separator: ",")
    return Data(#"{"insert":[\#(insert)],"delete":[\#(delete)],"revision":\#(revision),"replace":\#(replace)}"#.utf8)
}

func filter(_ host: HostHash, _ regex: String) -> String { #"{"hash":"\#(host)","regex":"\#(regex)"}"# }
