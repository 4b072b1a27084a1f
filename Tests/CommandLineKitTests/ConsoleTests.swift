import CommandLineKit
import PixelKitTesting
import Primitives
import Testing

@Suite(.timeLimit(.minutes(5))) struct ConsoleTests {
    @Test("Work that takes longer than a second shows a line, which is erased at the end")
    func slowWork() async {
        let (errors, clock, gate) = (Locked(""), ManualClock(), AsyncStream<Void>.makeStream())
        let console = Console(
            write: { _ in },
            writeError: { text in
                errors.withLock { $0 += text }
                gate.continuation.finish()  // Once the line is there, the work may end.
            }, showsProgress: true)
        let value = await console.showing("Working…", clock: clock) {
            await clock.waitForSleepers(1)
            clock.advance(by: .seconds(1))
            for await _ in gate.stream {}
            return 42
        }
        #expect(value == 42)
        #expect(errors.withLock(\.self) == "Working…\r\u{1B}[K")
    }

    @Test("Work that ends sooner, or outside a terminal, shows no line", arguments: [true, false])
    func quickWork(isTerminal: Bool) async {
        let (errors, clock) = (Locked(""), ManualClock())
        let console = Console(
            write: { _ in }, writeError: { text in errors.withLock { $0 += text } }, showsProgress: isTerminal)
        await console.showing("Working…", clock: clock) { clock.advance(by: .milliseconds(isTerminal ? 900 : 9000)) }
        #expect(errors.withLock(\.self).isEmpty)
    }

    @Test("Text is coloured only if colours are on")
    func colours() {
        let plain = Console(write: { _ in }, writeError: { _ in })
        let coloured = Console(write: { _ in }, writeError: { _ in }, hasColours: true)
        #expect(plain.colour(.red, "x") == "x")
        #expect(coloured.colour(.red, "x") == "\u{1B}[31mx\u{1B}[0m")
    }

    @Test("Control characters are replaced")
    func printable() {
        #expect("a\u{1B}[2J\u{7}\u{9B}b\r\nü🎈".printable == "a\u{FFFD}[2J\u{FFFD}\u{FFFD}b\u{FFFD}\u{FFFD}ü🎈")
    }

    @Test("A JSON line keeps the order of its keys and escapes control characters")
    func jsonLine() {
        let line: JSONLine = ["z": "a\"\\\n/\u{1B}", "a": 1, "m": [true], "o": String?.none]
        #expect(line.description == #"{"z":"a\"\\\n/\u001b","a":1,"m":[true],"o":null}"#)
    }

    @Test(
        "A misspelt word has the most similar word as its suggestion",
        arguments: [
            ("chek", "check"), ("check", "check"), ("chcek", "check"), ("vist", "visit"), ("statsu", "status"),
            ("", nil), ("zzz", nil), ("explanation", nil), ("run!", "run"),
        ])
    func nearestWord(word: String, expected: String?) {
        #expect(nearest(to: word, in: ["check", "visit", "status", "explain", "run"]) == expected)
    }
}
