import Foundation
import Testing

@testable import WideEvent

@Suite struct WideEventDataTests {
    @Test(
        "Sampling is decided by the flow alone: always the same, at the share asked for", arguments: [0.0, 0.1, 0.5, 1])
    func sampling(rate: Double) {
        let flows = (0..<10_000).map { WideEventGlobalData(id: UInt64($0) &* 0x9e37_79b9_7f4a_7c15, sampleRate: rate) }
        let sampled = flows.filter(\.isSampled).count
        #expect(abs(Double(sampled) / 10_000 - rate) < 0.02)
        #expect(flows.map(\.isSampled) == flows.map(\.isSampled))
        #expect(rate > 0 || sampled == 0)
        #expect(rate < 1 || sampled == 10_000)
    }

    @Test("The same flow is sampled alike in every version of this code")
    func pinned() {
        let flows = (0..<24).map { WideEventGlobalData(id: $0, sampleRate: 0.5).isSampled ? "1" : "0" }
        #expect(flows.joined() == "000111010011001010101100")
    }

    @Test("A flow measured at a share is measured at every greater one")
    func nested() {
        for id in UInt64(0)..<1000 where WideEventGlobalData(id: id, sampleRate: 0.3).isSampled {
            #expect(WideEventGlobalData(id: id, sampleRate: 0.4).isSampled)
        }
    }

    @Test(
        "A share outside of 0 to 1 is the nearer of them", arguments: [(-1.0, 0.0), (2, 1), (.nan, 0), (.infinity, 1)])
    func clamped(rate: Double, share: Double) {
        #expect(WideEventGlobalData(sampleRate: rate).sampleRate == share)
    }

    @Test("Of an error, domains and codes of ten at most travel")
    func errors() throws {
        let error = (0..<12).reduce(NSError(domain: "d0", code: 0)) { inner, number in
            NSError(
                domain: "d\(number + 1)", code: number + 1,
                userInfo: [NSUnderlyingErrorKey: inner, NSLocalizedDescriptionKey: "secret"])
        }
        let json = try JSONEncoder().encode(WideEventErrorData(error))
        let object = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
        let expected =
            ["domain", "code", "underlying_domain", "underlying_code"]
            + (2...9).flatMap { ["underlying_domain\($0)", "underlying_code\($0)"] }
        #expect(Set(object.keys) == Set(expected))
        #expect(object["domain"] as? String == "d12")
        #expect(object["underlying_code9"] as? Int == 3)
        #expect(try JSONDecoder().decode(WideEventErrorData.self, from: json) == WideEventErrorData(error))
    }
}
