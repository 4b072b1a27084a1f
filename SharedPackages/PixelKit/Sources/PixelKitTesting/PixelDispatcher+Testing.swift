public import Common
public import PixelKit

extension PixelDispatcher {
    /// A dispatcher for tests: a store in memory, consent granted, a clock that the test moves.
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
    ///   - clock: What windows and waits see.
    ///   - store: The store; one in memory by default.
    ///   - activity: Receives what the dispatcher does.
    ///   - environment: What is the same for every pixel.
    public static func testing(
        transport: any PixelTransport = ScriptedTransport(), clock: ManualClock = ManualClock(),
        store: TestStore = TestStore(), activity: EventMapping<PixelActivity>? = nil,
        environment: PixelEnvironment = PixelEnvironment(platform: "test", formFactor: nil, appVersion: "1.2.3")
    ) -> PixelDispatcher {
        PixelDispatcher(
            database: store.database, outbox: SQLiteOutbox(initialConsent: .granted), transport: transport,
            configuration: Configuration(
                environment: environment, activity: activity, time: clock.time, random: { 0.5 }))
    }
}
