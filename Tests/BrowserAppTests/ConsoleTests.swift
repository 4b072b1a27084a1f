import CommandLineKit
import PixelKitTesting
import Testing

@Suite struct ConsoleTests {
    @Test("Work that takes a second is told about, and the line is erased at its end")
    func slowWork() async {
        let (terminal, clock, gate) = (Terminal(), ManualClock(), AsyncStream<Void>.makeStream())
        let console = Console(
            write: { _ in },
            writeError: { text in
                terminal.console().writeError(text)
                gate.continuation.finish()  // Once the line is there, the work may end.
            }, showsProgress: true)
        let value = await console.showing("Working…", clock: clock) {
            await clock.waitForSleepers(1)
            clock.advance(by: .seconds(1))
            for await _ in gate.stream {}
            return 42
        }
        #expect(value == 42)
        #expect(terminal.written == ("", "Working…\r\u{1B}[K"))
    }

    @Test("Work that is done sooner, or that nobody watches, is not told about", arguments: [true, false])
    func quickWork(isWatched: Bool) async {
        let (terminal, clock) = (Terminal(), ManualClock())
        let console = terminal.console(showsProgress: isWatched)
        await console.showing("Working…", clock: clock) { clock.advance(by: .milliseconds(isWatched ? 900 : 9000)) }
        #expect(terminal.written == ("", ""))
    }

    @Test("Colours stand only where they are on")
    func colours() {
        let plain = Console(write: { _ in }, writeError: { _ in })
        let coloured = Console(write: { _ in }, writeError: { _ in }, hasColours: true)
        #expect(plain.colour(.red, "x") == "x")
        #expect(coloured.colour(.red, "x") == "\u{1B}[31mx\u{1B}[0m")
    }

    @Test("What would command a terminal is made harmless")
    func printable() {
        #expect("a\u{1B}[2J\u{7}\u{9B}b\r\nü🎈".printable == "a\u{FFFD}[2J\u{FFFD}\u{FFFD}b\u{FFFD}\u{FFFD}ü🎈")
    }

    @Test("A JSON line keeps the order of its keys, stays on one line, and escapes what must be")
    func jsonLine() {
        let line: JSONLine = ["z": "a\"\\\n/\u{1B}", "a": 1, "m": [true], "o": String?.none]
        #expect(line.description == #"{"z":"a\"\\\n/\u001b","a":1,"m":[true],"o":null}"#)
    }

    @Test(
        "The nearest word is the one that was meant, if any",
        arguments: [
            ("chek", "check"), ("check", "check"), ("chcek", "check"), ("vist", "visit"), ("statsu", "status"),
            ("", nil), ("zzz", nil), ("explanation", nil), ("run!", "run"),
        ])
    func nearestWord(word: String, expected: String?) {
        #expect(nearest(to: word, in: ["check", "visit", "status", "explain", "run"]) == expected)
    }
}
