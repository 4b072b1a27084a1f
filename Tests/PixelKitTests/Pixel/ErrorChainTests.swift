import Foundation
import PixelKit
import PixelKitTesting
import TestSupport
import Testing

enum PlainError: Error { case first, second }

enum PayloadError: Error {
    case path(String)
    case count(Int)
}

struct NamedError: CustomNSError {
    static var errorDomain: String { "Named" }
    var errorCode: Int { 42 }
    var errorUserInfo: [String: Any] {
        [NSUnderlyingErrorKey: PlainError.second, NSLocalizedDescriptionKey: "secret"]
    }
}

@Suite struct ErrorChainTests {
    private func query(_ error: any Error) -> String {
        let pixels = CapturingPixels()
        pixels.fire(SamplePixel(error: error))
        return pixels.fires.map(\.query).joined()
    }

    private func chain(_ depth: Int) -> NSError {
        var error = NSError(domain: "L\(depth)", code: depth)
        for level in stride(from: depth - 1, through: 1, by: -1) {
            error = NSError(domain: "L\(level)", code: level, userInfo: [NSUnderlyingErrorKey: error])
        }
        return error
    }

    private static let ten =
        "?d=L1&e=1&ud=L2&ue=2&ud2=L3&ue2=3&ud3=L4&ue3=4&ud4=L5&ue4=5&ud5=L6&ue5=6&ud6=L7&ue6=7&ud7=L8&ue7=8"
        + "&ud8=L9&ue8=9&ud9=L10&ue9=10"

    @Test(
        "Errors travel as domain and code, numbered downwards, ten at most",
        arguments: [
            (1, "?d=L1&e=1"), (2, "?d=L1&e=1&ud=L2&ue=2"), (3, "?d=L1&e=1&ud=L2&ue=2&ud2=L3&ue2=3"), (10, ten),
            (11, ten),
            (1000, ten),
        ])
    func depth(depth: Int, expected: String) { #expect(query(chain(depth)) == expected) }

    @Test("Descriptions, user info and payloads reach neither the request nor any file")
    func privacy() async throws {
        try await TemporaryFolder.with { folder in
            let secret = "Vertraulich-4711"
            let inner = NSError(
                domain: "In", code: 2,
                userInfo: [NSLocalizedDescriptionKey: secret, "path": secret, NSFilePathErrorKey: secret])
            let errors: [any Error] = [
                NSError(
                    domain: "Out", code: 1,
                    userInfo: [NSUnderlyingErrorKey: inner, NSLocalizedFailureReasonErrorKey: secret]),
                PayloadError.path(secret), PayloadError.count(4711), NamedError(),
            ]
            let bench = Workbench(store: TestStore(folder: folder.url))
            bench.transport.hold()
            for error in errors {
                for frequency in [Frequency.standard, .daily.keyed(by: .error)] {
                    await bench.pixels.fireAndWait(SamplePixel(error: error), frequency: frequency)
                }
            }
            #expect(try await bench.targets().count == 8)
            let files = try FileManager.default.contentsOfDirectory(at: folder.url, includingPropertiesForKeys: nil)
            let stored = try files.map { try Data(contentsOf: $0) }.reduce(Data(), +)
            let sent = Data(try await bench.targets().joined().utf8)
            #expect(stored.range(of: Data("PayloadError".utf8)) != nil)
            for word in [secret, "secret", "4711"] {
                #expect(stored.range(of: Data(word.utf8)) == nil && sent.range(of: Data(word.utf8)) == nil)
            }
            bench.transport.release()
        }
    }
}
