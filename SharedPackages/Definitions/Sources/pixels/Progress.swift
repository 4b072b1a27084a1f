/// A count on the terminal, for inputs that take long. Silent where standard error is no terminal.
struct Progress {
    private(set) var count = 0
    private let unit: String
    private let isShown = Output.errorIsTerminal
    private var last = ContinuousClock.now
    private var hasPrinted = false

    init(unit: String) { self.unit = unit }

    mutating func advance() {
        count += 1
        // The clock is asked seldom: it costs more than the count.
        guard isShown, count & 0x3FFF == 0, last.duration(to: .now) > .milliseconds(500) else { return }
        last = .now
        hasPrinted = true
        Output.writeError("\r\(count) \(unit) …")
    }

    func finish() {
        if hasPrinted { Output.writeError("\r\u{1B}[K") }
    }
}
