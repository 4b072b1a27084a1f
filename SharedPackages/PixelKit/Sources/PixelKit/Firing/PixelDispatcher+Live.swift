import Common
public import Foundation
public import Persistence
import Primitives

extension PixelDispatcher {
    /// Creates a dispatcher with sensible defaults: a store in `directory`, `URLSession`, the system's clocks.
    ///
    /// Returns at once; the store is opened on another thread. A store that cannot be opened is reported as
    /// ``PixelActivity/storageFailed(_:)``, and what is fired waits in memory.
    ///
    /// - Parameters:
    ///   - endpoint: Pixels go to `<endpoint>/t/NAME?query`.
    ///   - directory: A folder of its own for the store; it is made, and narrowed to mode 0700.
    ///   - consent: What holds until a consent has been stored with ``set(_:)``. `.granted` by default; pass `.pending`
    ///     in an app that asks first: pixels are then kept, and sent once consent is granted.
    ///   - schemas: The tables of others that share ``database``, wide events for example.
    ///   - configuration: Environment, activity mapper, clocks.
    public static func live(
        endpoint: URL, directory: URL, consent: Consent = .granted, sharingWith schemas: [Schema] = [],
        configuration: Configuration = Configuration()
    ) -> PixelDispatcher {
        let activity = configuration.activity
        let database = Database(
            .folder(directory), schemas: [.outbox] + schemas,
            configuration: Database.Configuration(
                now: configuration.time.now,
                onRecovery: { activity?.fire(.storageRecovered(setAside: $0)) }))
        return PixelDispatcher(
            database: database, outbox: SQLiteOutbox(initialConsent: consent),
            transport: URLSessionTransport(endpoint: endpoint), configuration: configuration,
            wakeSources: platformWakeSources())
    }
}
