import Foundation
import Testing

@testable import DevServer

@Suite struct CollectedRequestTests {
    static let lines: [(CollectedRequest, String)] = [
        (
            CollectedRequest(
                time: Date(timeIntervalSince1970: 1_767_323_045.678),
                method: "GET",
                path: "/t/m_x%2Fy",
                query: "a=%22&b=\"",
                body: Data(),
                status: 200
            ),
            #"{"time":"2026-01-02T03:04:05.678Z","method":"GET","path":"/t/m_x%2Fy","query":"a=%22&b=\"","body":"","status":200}"#
        ),
        (
            CollectedRequest(
                time: Date(timeIntervalSince1970: 0),
                method: "POST",
                path: "/e",
                query: "",
                body: Data("{\"a\":\"\\\"}\r\n\t\u{0}\u{1F} é 👩‍🚀".utf8),
                status: 0
            ),
            #"{"time":"1970-01-01T00:00:00.000Z","method":"POST","path":"/e","query":"","#
                + #""body":"{\"a\":\"\\\"}\r\n\t\u0000\u001f é 👩‍🚀","status":0}"#
        ),
        (
            CollectedRequest(
                time: Date(timeIntervalSince1970: 0.999),
                method: "POST",
                path: "/e",
                query: "",
                body: Data([0xFF, 0x00, 0x41]),
                status: 503
            ),
            #"{"time":"1970-01-01T00:00:00.999Z","method":"POST","path":"/e","query":"","#
                + #""body":"/wBB","bodyEncoding":"base64","status":503}"#
        ),
    ]

    @Test("A line has its keys in a fixed order and is parsed into the same request", arguments: lines)
    func line(request: CollectedRequest, line: String) throws {
        #expect(request.jsonLine == line)
        #expect(try CollectedRequest(jsonLine: line) == request)
    }

    @Test("Every millisecond of a second is preserved by a line")
    func milliseconds() throws {
        for millisecond in 0..<1000 {
            let time = Date(timeIntervalSince1970: 1_767_323_045 + Double(millisecond) / 1000)
            let request = CollectedRequest(time: time, method: "GET", path: "/t/", query: "", body: Data(), status: 200)
            let expected = "\(1000 + millisecond)".dropFirst()
            #expect(request.jsonLine.contains("03:04:05.\(expected)Z"))
            #expect(try CollectedRequest(jsonLine: request.jsonLine) == request)
        }
    }

    @Test("A time is rounded down to a millisecond")
    func arrival() {
        let request = HTTPRequest(
            time: Date(timeIntervalSince1970: 1.2349),
            method: "GET",
            path: "/t/",
            query: "",
            body: Data(),
            isOversized: false
        )
        #expect(CollectedRequest(request, status: 200).time == Date(timeIntervalSince1970: 1.234))
    }

    @Test(
        "A line of another format is an error",
        arguments: [
            "", "{}", "[]",
            #"{"time":"now","method":"GET","path":"/","query":"","body":"","status":200}"#,
            #"{"time":"1970-01-01T00:00:00.000Z","method":"GET","path":"/","query":"","body":"?","bodyEncoding":"base64","status":200}"#,
            #"{"time":"1970-01-01T00:00:00.000Z","method":"GET","path":"/","query":"","body":"","bodyEncoding":"hex","status":200}"#,
        ]
    )
    func badLine(line: String) {
        #expect(throws: (any Error).self) { try CollectedRequest(jsonLine: line) }
    }

    @Test("The text of a body is nil unless the body is UTF-8")
    func text() {
        #expect(Self.lines.map { $0.0.text?.count } == [0, 17, nil])
    }
}
