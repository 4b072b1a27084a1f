import Foundation
import PixelDefinitions
import Testing
import WideEvent

@Suite("Generated wide events")
struct GeneratedWideEventTests {
    private typealias Ext = KindsWideEvent.Ext

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "PixelDefinitions")

    private func json(_ ext: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(ext), as: UTF8.self)
    }

    private func payload(_ ext: String, status: String = "SUCCESS", version: String = "1.2.3") -> Data {
        Data(
            """
            {"app":{"name":"tests","version":"\(version)"},"feature":{"data":{"ext":\(ext)},"name":"kinds",\
            "status":"\(status)"},"global":{"platform":"Linux","sample_rate":1,"type":"app"},\
            "meta":{"type":"test-kinds","version":"3.0.2"}}
            """.utf8)
    }

    @Test("An event has its names and the version of base and event together")
    func constants() {
        #expect(KindsWideEvent.type == "test-kinds")
        #expect(KindsWideEvent.version == "3.0.2")
        #expect(KindsWideEvent.feature == "kinds")
    }

    @Test("Events of one feature are told apart by their own names")
    func sameFeature() {
        #expect(TestDoorOpenedWideEvent.feature == TestDoorClosedWideEvent.feature)
        #expect(TestDoorOpenedWideEvent.type != TestDoorClosedWideEvent.type)
    }

    @Test("Every kind of field travels as declared")
    func kinds() throws {
        let ext = Ext(
            text: "a", default: .noneValue, count: 10, level: .minus1, share: 0.5, enabled: true, tags: [.a, .b],
            place: .init(countryCode: "DE", floor: 3))
        let expected =
            #"{"count":10,"default":"none","enabled":true,"level":-1,"place":{"country_code":"DE","floor":3},"#
            + #""share":0.5,"tags":["a","b"],"text":"a"}"#
        #expect(try json(ext) == expected)
        #expect(KindsWideEvent.schema.fault(in: payload(expected)) == nil)
        #expect(WideEventChecker(DefinitionFolder(reading: Self.folder)).check(payload(expected)) == .passed)
    }

    @Test("What is not given stays behind")
    func nothing() throws {
        #expect(try json(Ext()) == "{}")
        #expect(KindsWideEvent.schema.fault(in: payload("{}")) == nil)
    }

    @Test(
        "What types cannot say, the schema does",
        arguments: [
            (#"{"count":11}"#, "feature.data.ext.count"), (#"{"tags":["c"]}"#, "feature.data.ext.tags"),
            (#"{"place":{"country_code":"de"}}"#, "feature.data.ext.place.country_code"),
            (#"{"place":{"city":"Bonn"}}"#, "feature.data.ext.place.city"),
            (#"{"status_reason":"why"}"#, "feature.data.ext.status_reason"),
        ])
    func undeclared(ext: String, place: String) {
        #expect(KindsWideEvent.schema.fault(in: payload(ext)) == place)
    }

    @Test("Status and base are part of the schema")
    func sections() {
        #expect(KindsWideEvent.schema.fault(in: payload("{}", status: "CANCELLED")) == "feature.status")
        #expect(KindsWideEvent.schema.fault(in: payload("{}", version: "1.2.3.4")) == "app.version")
        #expect(KindsWideEvent.schema.fault(in: payload("{}", version: "1.2\n")) == "app.version")
    }
}
