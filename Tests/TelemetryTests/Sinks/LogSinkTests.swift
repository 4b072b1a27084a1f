import Foundation
import Telemetry
import TelemetryTesting
import TestSupport
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

    @Test("A text line contains every part of an event and masks hidden attributes")
    func text() {
        #expect(
            LogFormat.text.line(Self.event, showing: [.public]) == """
                2001-09-09T01:46:40.250Z notice [protection] site.blocked hits=3 host=<private> kind=phishing \
                main=true ratio=0.5 token=<sensitive> took=1.5s error="Store(3) < NSPOSIXErrorDomain(28)" flow=f-1
                """
        )
        #expect(LogFormat.text.line(Self.event, showing: [.public, .private]).contains("host=evil.example"))
    }

    @Test("A JSON line contains every part of an event with its type")
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
        "An event with line breaks and control characters becomes one line without them",
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
        "A value with spaces, quotes or control characters is quoted",
        arguments: [
            ("plain", "k=plain"), ("two words", #"k="two words""#), ("", #"k="""#), ("a=b", #"k="a=b""#),
            (#"say "hi""#, #"k="say \"hi\"""#), (#"back\slash"#, #"k="back\\slash""#), ("tab\t", #"k="tab\t""#),
        ]
    )
    func quoting(value: String, expected: String) {
        let event = TelemetryEvent("e", attributes: ["k": .string(value, privacy: .public)])
        #expect(LogFormat.text.line(event, showing: [.public]) == "info   [app] e \(expected)")
    }

    @Test("Not-a-number and infinities are written as texts in JSON")
    func nan() {
        let event = TelemetryEvent("e", attributes: ["a": .double(.nan), "b": .double(-.infinity)])
        #expect(
            LogFormat.json.line(event, showing: [.public]) == """
                {"attributes":{"a":"nan","b":"-inf"},"category":"app","level":"info","name":"e"}
                """
        )
    }

    @Test(
        "The attributes of one privacy are listed without the others",
        arguments: [
            (LogFormat.text, Attribute.Privacy.private, "host=evil.example"),
            (.json, .private, #"{"host":"evil.example"}"#),
            (.text, .sensitive, "token=x"),
        ]
    )
    func attributes(format: LogFormat, privacy: Attribute.Privacy, expected: String) {
        #expect(format.attributes(of: Self.event, privacy: privacy) == expected)
        #expect(format.attributes(of: TelemetryEvent("e"), privacy: privacy).isEmpty)
    }

    @Test("Events below the level are not written")
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

    @Test("Lines are appended to a file with permissions for its user alone")
    func file() async throws {
        try await TemporaryFolder.with { temporary in
            let folder = temporary.url
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
    }

    @Test("The facade counts the error of a closed descriptor")
    func closedDescriptor() async throws {
        let telemetry = try Telemetry(sinks: [LogSink(output: StreamOutput(descriptor: -1))])
        telemetry.observe(TelemetryEvent("e"))
        let report = await telemetry.flush(timeout: .seconds(60))
        #expect(report.status.sinks.map(\.failed) == [1])
    }

    #if canImport(os)
    @Test("A log without an output writes to the system's log")
    func defaultOutput() {
        #expect(LogSink().output is SystemLogOutput)
    }
    #else
    @Test("A log without an output writes to standard error and not to standard output")
    func defaultOutput() async throws {
        let result = try await ChildProcess(probe: "telemetry", "log").result()
        #expect(result == ChildProcess.Result(status: 0, output: "", errors: "error  [app] written\n"))
    }
    #endif

    @Test(
        "The settings of a log name its level, its format and its destination",
        arguments: [
            (LogSink(level: .notice, output: StreamOutput()), "notice and above, text, to standard error"),
            (
                LogSink(level: .fault, format: .json, output: StreamOutput(descriptor: 1)),
                "fault, json, to file descriptor 1"
            ),
        ]
    )
    func settings(log: LogSink, expected: String) {
        #expect(log.settings == expected)
    }
}
