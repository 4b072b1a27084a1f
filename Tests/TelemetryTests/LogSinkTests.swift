import Foundation
import Telemetry
import TelemetryTesting
import Testing

@Suite struct LogSinkTests {
    private static let event: TelemetryEvent = {
        let posix = NSError(domain: NSPOSIXErrorDomain, code: 28)
        return TelemetryEvent(
            "site.blocked",
            category: "protection",
            level: .notice,
            attributes: [
                "kind": "phishing", "host": .string("evil.example"), "token": .string("x", privacy: .sensitive),
                "hits": 3, "ratio": 0.5, "main": true, "took": .duration(.milliseconds(1_500)),
            ],
            error: NSError(domain: "Store", code: 3, userInfo: [NSUnderlyingErrorKey: posix])
        ).at(Date(timeIntervalSince1970: 1_000_000_000.25)).inFlow("f-1")
    }()

    @Test("A text line tells all, and hides what is not shown there")
    func text() {
        #expect(
            LogFormat.text.line(Self.event, showing: [.public]) == """
                2001-09-09T01:46:40.250Z notice [protection] site.blocked hits=3 host=<private> kind=phishing \
                main=true ratio=0.5 token=<sensitive> took=1.5s error="Store(3) < NSPOSIXErrorDomain(28)" flow=f-1
                """
        )
        #expect(LogFormat.text.line(Self.event, showing: [.public, .private]).contains("host=evil.example"))
    }

    @Test("A JSON line tells the same with types")
    func json() {
        #expect(
            LogFormat.json.line(Self.event, showing: [.public]) == """
                {"attributes":{"hits":3,"host":"<private>","kind":"phishing","main":true,"ratio":0.5,\
                "token":"<sensitive>","took":1.5},"category":"protection",\
                "error":[{"code":3,"domain":"Store"},{"code":28,"domain":"NSPOSIXErrorDomain"}],"flow":"f-1",\
                "level":"notice","name":"site.blocked","timestamp":"2001-09-09T01:46:40.250Z"}
                """
        )
    }

    @Test(
        "Whatever an event contains, its line is one line, and sends no commands to a terminal",
        arguments: LogFormat.allCases
    )
    func oneLine(format: LogFormat) {
        let hostile = "a b\n\"c\"\u{1B}[31m\u{2028}\u{85}=\\"
        let event = TelemetryEvent(
            hostile,
            category: hostile,
            attributes: [hostile: .string(hostile, privacy: .public)]
        ).inFlow(hostile)
        let line = format.line(event, showing: [.public])
        #expect(line.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
        #expect(line.split(whereSeparator: \.isNewline).count == 1)
    }

    @Test(
        "A word that would not be read back as one is quoted",
        arguments: [
            ("plain", "k=plain"), ("two words", #"k="two words""#), ("", #"k="""#), ("a=b", #"k="a=b""#),
            (#"say "hi""#, #"k="say \"hi\"""#), (#"back\slash"#, #"k="back\\slash""#), ("tab\t", #"k="tab\t""#),
        ]
    )
    func quoting(value: String, expected: String) {
        let event = TelemetryEvent("e", attributes: ["k": .string(value, privacy: .public)])
        #expect(LogFormat.text.line(event, showing: [.public]) == "info   [app] e \(expected)")
    }

    @Test("Numbers that JSON lacks are written as texts")
    func nan() {
        let event = TelemetryEvent("e", attributes: ["a": .number(.nan), "b": .number(-.infinity)])
        #expect(
            LogFormat.json.line(event, showing: [.public]) == """
                {"attributes":{"a":"nan","b":"-inf"},"category":"app","level":"info","name":"e"}
                """
        )
    }

    @Test(
        "The details of one privacy stand alone",
        arguments: [
            (LogFormat.text, Attribute.Privacy.private, "host=evil.example"),
            (.json, .private, #"{"host":"evil.example"}"#),
            (.text, .sensitive, "token=x"),
        ]
    )
    func details(format: LogFormat, privacy: Attribute.Privacy, expected: String) {
        #expect(format.details(Self.event, of: privacy) == expected)
        #expect(format.details(TelemetryEvent("e"), of: privacy).isEmpty)
    }

    @Test("Events below the level are left out, the others are written line by line")
    func levels() throws {
        let pipe = Pipe()
        let output = StreamOutput(descriptor: pipe.fileHandleForWriting.fileDescriptor, showsPrivate: true)
        let log = LogSink(level: .notice, output: output)

        for level in TelemetryEvent.Level.allCases {
            try log.receive(TelemetryEvent("\(level)", level: level, attributes: ["v": .string("private")]))
        }
        try pipe.fileHandleForWriting.close()

        let text = try #require(try pipe.fileHandleForReading.readToEnd())
        #expect(
            String(decoding: text, as: UTF8.self) == """
                notice [app] notice v=private
                error  [app] error v=private
                fault  [app] fault v=private

                """
        )
    }

    @Test("Lines are appended to a file that only its user can read; one that cannot be opened is an error")
    func file() throws {
        let folder = try makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "events.log")
        let event = TelemetryEvent("e", attributes: ["v": .string("private")])
        try LogSink(output: FileOutput(appendingTo: file)).receive(event)
        try LogSink(output: FileOutput(appendingTo: file, showsPrivate: true)).receive(event)
        let lines = ["info   [app] e v=<private>", "info   [app] e v=private", ""]
        #expect(try String(contentsOf: file, encoding: .utf8) == lines.joined(separator: "\n"))
        #expect(try FileManager.default.attributesOfItem(atPath: file.path())[.posixPermissions] as? Int == 0o600)

        let lost = folder.appending(path: "no/events.log")
        #expect(throws: TelemetryError.file(lost.path(), errno: ENOENT)) { try FileOutput(appendingTo: lost) }
    }

    @Test("A descriptor that takes nothing is an error that the facade counts")
    func closedDescriptor() async throws {
        let telemetry = try Telemetry(sinks: [LogSink(output: StreamOutput(descriptor: -1))])
        telemetry.observe(TelemetryEvent("e"))
        let report = await telemetry.flush(timeout: .seconds(60))
        #expect(report.status.sinks.map(\.failed) == [1])
    }

    @Test("Without an output the line goes to the platform's log")
    func platform() throws {
        try LogSink(level: .fault).receive(TelemetryEvent("left out"))
    }
}
