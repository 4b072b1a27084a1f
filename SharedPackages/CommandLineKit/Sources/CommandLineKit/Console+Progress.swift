extension Console {
    /// Does some work. If it takes longer than a second, a line tells a person what is going on, and is erased at its end.
    package func showing<Value: Sendable>(
        _ text: String, clock: any Clock<Duration> = ContinuousClock(), _ work: () async -> Value
    ) async -> Value {
        guard showsProgress else { return await work() }
        let line = Task {
            // Cancelled: the work ended in time.
            guard (try? await clock.sleep(for: .seconds(1))) != nil else { return false }
            writeError(text)
            return true
        }
        let value = await work()
        line.cancel()
        if await line.value { writeError("\r\u{1B}[K") }
        return value
    }
}
