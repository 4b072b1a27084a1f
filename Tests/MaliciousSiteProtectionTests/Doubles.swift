import Common
import Foundation
import Primitives

@testable import MaliciousSiteProtection

/// A list that several threads append to.
final class Record<Element: Sendable>: Sendable {
    private let kept = Locked<[Element]>([])

    var all: [Element] { kept.withLock { $0 } }

    func append(_ element: Element) { kept.withLock { $0.append(element) } }
}

extension Record<String> {
    /// A mapping that records each event as text.
    var events: EventMapping<MaliciousSiteProtectionEvent> {
        EventMapping { event, _, _, onComplete in
            self.append("\(event)")
            onComplete(nil)
        }
    }
}

/// A service whose answers come from a closure.
struct StubMatchesAPI: MatchesAPI {
    let requests = Record<String>()
    let answer: @Sendable () async throws -> [ThreatMatch]

    func matches(hashPrefix: String) async throws -> [ThreatMatch] {
        requests.append(hashPrefix)
        return try await answer()
    }

    /// A service without matches. Each use creates a new one, because it records its requests.
    static var empty: StubMatchesAPI { StubMatchesAPI { [] } }
}

/// A service whose change sets come from a closure. It records the requests.
struct StubDataSetsAPI: DataSetsAPI {
    let requests = Record<String>()
    let answer: @Sendable (DataSetID, Int) async throws -> String

    func changes(of id: DataSetID, since revision: Int) async throws -> Data {
        requests.append("\(id)@\(revision)")
        return Data(try await answer(id, revision).utf8)
    }
}

struct ServiceDown: Error, Equatable {}

/// A folder that is deleted with its owner.
final class TemporaryFolder: Sendable {
    let url = FileManager.default.temporaryDirectory.appending(path: "protection-\(UUID().uuidString)")

    deinit { try? FileManager.default.removeItem(at: url) }

    func file(of id: DataSetID) -> URL { DataSetStore.file(of: id, in: url) }
}

/// The hash of the host of an address.
func hash(of address: String) throws -> HostHash {
    guard let url = CanonicalURL(address) else { throw ServiceDown() }
    return HostHash(url.host)
}

/// The JSON of a change set. The entries are JSON.
func changeSet(insert: [String] = [], delete: [String] = [], revision: Int, replace: Bool = false) -> Data {
    let insert = insert.joined(separator: ",")
    let delete = delete.joined(separator: ",")
    return Data(#"{"insert":[\#(insert)],"delete":[\#(delete)],"revision":\#(revision),"replace":\#(replace)}"#.utf8)
}

func filter(_ host: HostHash, _ regex: String) -> String { #"{"hash":"\#(host)","regex":"\#(regex)"}"# }
