public import Foundation

/// Fires pixels: admits them by their frequencies and queues them in an outbox, which sends them.
///
/// ```swift
/// import Foundation
///
/// struct SyncCompleted: Pixel {
///     let name = "m_sync_completed"
///     let frequency = Frequency.daily
/// }
///
/// func report(to endpoint: URL, folder: URL) {
///     let pixels = PixelDispatcher.live(endpoint: endpoint, directory: folder, initialConsent: .granted)
///     pixels.fire(SyncCompleted())
/// }
/// ```
///
/// Make one dispatcher for each process. The outbox goes on sending when the dispatcher is released, as long as something
/// else holds it.
public final class PixelDispatcher: PixelFiring {
    /// The settings of a dispatcher.
    public struct Configuration: Sendable {
        /// The values that are the same for every pixel of the process.
        public var environment: PixelEnvironment
        /// Receives the activity of the dispatcher. `nil`, the default, saves the cost of reporting.
        public var activity: EventMapping<PixelActivity>?
        /// Whether a debug build stops at a parameter that the definition does not allow. True by default, because it is a
        /// mistake in the code that fired. Release builds never stop. They count it as ``/Outbox/DropReason/undeclared``.
        public var assertsDeclarations = true

        /// Creates a configuration. The properties give the reasons for the defaults.
        public init(
            environment: PixelEnvironment = PixelEnvironment(), activity: EventMapping<PixelActivity>? = nil
        ) {
            self.environment = environment
            self.activity = activity
        }
    }

    /// The outbox that stores and sends the pixels.
    public let outbox: RequestOutbox
    let environment: PixelEnvironment
    let sampler: FireSampler
    private let memory = FireMemory()
    private let part: Int
    private let milliseconds: @Sendable () -> Int64

    /// Creates a dispatcher and an outbox on a folder, for an app without wide events.
    ///
    /// - Parameters:
    ///   - endpoint: Pixels go to `<endpoint>/t/NAME?query`.
    ///   - directory: A folder of its own for the store. It is created with mode 0700.
    ///   - initialConsent: The consent until one has been stored with ``set(_:)``. Pass `.pending` in an app that asks
    ///     first: pixels are then stored, and sent once consent is granted.
    ///   - configuration: Environment and activity mapper.
    ///   - outboxConfiguration: Limits, clocks and the activity mapper of the outbox.
    public static func live(
        endpoint: URL, directory: URL, initialConsent: Consent, configuration: Configuration = Configuration(),
        outboxConfiguration: RequestOutbox.Configuration = RequestOutbox.Configuration()
    ) -> PixelDispatcher {
        let outbox = RequestOutbox.live(
            directory: directory, endpoint: endpoint, initialConsent: initialConsent,
            configuration: outboxConfiguration)
        return PixelDispatcher(outbox: outbox, configuration: configuration)
    }

    /// Creates a dispatcher for an outbox, which it can share with other clients.
    public init(outbox: RequestOutbox, configuration: Configuration = Configuration()) {
        self.outbox = outbox
        environment = configuration.environment
        milliseconds = outbox.time.milliseconds
        sampler = FireSampler(processSeed: outbox.random().bitPattern, random: outbox.random)
        part = outbox.add(
            PixelClient(
                environment: environment, assertsDeclarations: configuration.assertsDeclarations,
                activity: configuration.activity, sampler: sampler, memory: memory))
    }

    /// Fires a pixel and returns at once. See ``PixelFiring/fire(_:frequency:completion:)``.
    public func fire(
        _ pixel: some Pixel, frequency: Frequency?, completion: (@Sendable (PixelOutcome) -> Void)?
    ) {
        fire(
            pixel, as: frequency ?? pixel.frequency, at: milliseconds(), error: pixel.error.map(ErrorChain.init),
            completion: completion)
    }

    @inline(__always)  // One call and one closure less for every fire.
    func fire(
        _ pixel: some Pixel, as frequency: Frequency, at date: Int64, error: @autoclosure () -> ErrorChain?,
        completion: (@Sendable (PixelOutcome) -> Void)?
    ) {
        var openLegs = frequency.storage.allLegs
        if frequency.storage.isRemembered {
            openLegs = memory.openLegs(pixel.name, frequency, at: date)
            if openLegs == 0 {
                completion?(PixelOutcome(frequency, .suppressed(.frequency)))
                return
            }
        }
        let requestCount = openLegs.nonzeroBitCount
        let fire = PendingFire(
            pixel,
            Fire(
                frequency: frequency, openLegs: openLegs, date: date, error: error(),
                isDeclared: pixel.allows(frequency)),
            part: part, completion: completion)
        let refusal = outbox.offer(fire, requestCount: requestCount, isAwaited: completion != nil, at: date)
        if let refusal { refuse(frequency, refusal, openLegs: openLegs, completion) }
    }

    private func refuse(
        _ frequency: Frequency, _ reason: DropReason, openLegs: UInt64,
        _ completion: (@Sendable (PixelOutcome) -> Void)?
    ) {
        if reason == .denied {
            completion?(PixelOutcome(frequency, .rejected(.denied)))
        } else {
            memory.countSuppressed(frequency.legs.count - openLegs.nonzeroBitCount)
            completion?(PixelOutcome(frequency, .rejected(reason), openLegs: openLegs))
        }
    }

    // MARK: - The outbox

    /// Stores a consent in the outbox. See ``/Outbox/RequestOutbox/set(_:)``.
    @discardableResult
    public func set(_ consent: Consent) async -> Bool { await outbox.set(consent) }

    /// Returns the consent of the outbox. See ``/Outbox/RequestOutbox/consent()``.
    public func consent() async throws -> Consent { try await outbox.consent() }

    /// Sends everything before the call. See ``/Outbox/RequestOutbox/flush(timeout:)``.
    public func flush(timeout: Duration) async -> FlushResult { await outbox.flush(timeout: timeout) }

    /// Returns the accounts of the outbox. See ``/Outbox/RequestOutbox/accounts()``.
    public func accounts() async throws -> Accounts { try await outbox.accounts() }

    /// Sends everything before the call and ends delivery. See ``/Outbox/RequestOutbox/shutdown(timeout:)``.
    public func shutdown(timeout: Duration) async -> FlushResult { await outbox.shutdown(timeout: timeout) }
}

extension PixelOutcome {
    /// Creates an outcome with one result for every leg whose bit is set. The memory gate held back the others.
    init(_ frequency: Frequency, _ leg: Leg, openLegs: UInt64 = .max) {
        self.init(
            legs: frequency.legs.indices.map { index in
                openLegs & (1 << UInt64(index)) != 0 ? leg : .suppressed(.frequency)
            })
    }
}
