public import PixelKit

extension RequestOutbox {
    /// Creates an outbox for tests: a store in memory, consent granted, a clock that the test moves.
    ///
    /// ```text
    /// let transport = ScriptedTransport()
    /// let outbox = RequestOutbox.testing(transport: transport)
    /// await PixelDispatcher(outbox: outbox).fireAndWait(SyncPixel.completed)
    /// #expect(await outbox.flush(timeout: .seconds(5)) == .drained)
    /// ```
    ///
    /// - Parameters:
    ///   - transport: Answers the requests.
    ///   - clock: The clock of windows and waits.
    ///   - store: The store, in memory by default.
    ///   - initialConsent: The consent until one has been stored.
    ///   - activity: Receives the activity of the outbox.
    public static func testing(
        transport: any RequestTransport = ScriptedTransport(), clock: ManualClock = ManualClock(),
        store: TestStore = TestStore(), initialConsent: Consent = .granted,
        activity: EventMapping<OutboxActivity>? = nil
    ) -> RequestOutbox {
        RequestOutbox(
            database: store.database, transport: transport, initialConsent: initialConsent,
            configuration: .testing(clock: clock, activity: activity))
    }
}

extension RequestOutbox.Configuration {
    /// Creates a configuration for tests: the clock of the test, no gathering, and chance in the middle.
    ///
    /// - Parameters:
    ///   - clock: The clock of windows and waits.
    ///   - limits: The limits of stored requests.
    ///   - memoryLimit: The most fires in memory.
    ///   - activity: Receives the activity of the outbox.
    ///   - random: Random numbers in 0..<1.
    public static func testing(
        clock: ManualClock = ManualClock(), limits: OutboxLimits = OutboxLimits(), memoryLimit: Int = 8192,
        activity: EventMapping<OutboxActivity>? = nil, random: @escaping @Sendable () -> Double = { 0.5 }
    ) -> RequestOutbox.Configuration {
        var configuration = RequestOutbox.Configuration(
            limits: limits, memoryLimit: memoryLimit, activity: activity, time: clock.time, random: random)
        configuration.gatherTime = .zero
        return configuration
    }
}

extension PixelDispatcher {
    /// Creates a dispatcher for tests, with an outbox of ``/Outbox/RequestOutbox/testing(transport:clock:store:initialConsent:activity:)``.
    ///
    /// ```text
    /// let clock = ManualClock()
    /// let transport = ScriptedTransport()
    /// let pixels = PixelDispatcher.testing(transport: transport, clock: clock)
    /// await pixels.fireAndWait(SyncPixel.completed)
    /// #expect(await pixels.flush(timeout: .seconds(5)) == .drained)
    /// ```
    ///
    /// - Parameters:
    ///   - transport: Answers the requests.
    ///   - clock: The clock of windows and waits.
    ///   - store: The store, in memory by default.
    ///   - activity: Receives the activity of the dispatcher.
    ///   - environment: The values that are the same for every pixel.
    public static func testing(
        transport: any RequestTransport = ScriptedTransport(), clock: ManualClock = ManualClock(),
        store: TestStore = TestStore(), activity: EventMapping<PixelActivity>? = nil,
        environment: PixelEnvironment = PixelEnvironment(platform: "test", formFactor: nil, appVersion: "1.2.3")
    ) -> PixelDispatcher {
        PixelDispatcher(
            outbox: .testing(transport: transport, clock: clock, store: store),
            configuration: Configuration(environment: environment, activity: activity))
    }
}
