#if canImport(MetricKit)
import Foundation
import MetricKit
import Primitives

/// A source of events from MetricKit: crashes, hangs, exceptions of processor and disk use, and daily metrics on the
/// platforms that have them.
///
/// It is a sink so that a facade owns and lists it with the others. It ignores the events that it receives, so its own
/// events cannot cause a loop. After ``connect(to:)`` its events pass through the facade to every sink.
public final class MetricKitSink: TelemetrySink {
    /// The sink's name.
    public let name: String
    private let subscriber = Subscriber()

    /// Creates a sink that is not subscribed yet.
    public init(name: String = "metrickit") { self.name = name }

    deinit { MXMetricManager.shared.remove(subscriber) }

    /// Subscribes. From now on the facade observes an event for each report, including waiting reports of the past.
    ///
    /// The facade is referenced weakly. A second call replaces it.
    public func connect(to telemetry: Telemetry) {
        subscriber.connect(to: telemetry)
        MXMetricManager.shared.add(subscriber)
    }

    /// States that the sink is a source of events.
    public var settings: String { "source of MetricKit reports" }

    /// Returns at once. The sink is a source of events.
    public func receive(_ event: TelemetryEvent) {}
}

/// The object that MetricKit calls, on any queue.
final class Subscriber: NSObject, MXMetricManagerSubscriber, Sendable {
    private struct Link: Sendable {
        weak var telemetry: Telemetry?
    }

    private let link = Locked(Link())

    func connect(to telemetry: Telemetry) { link.withLock { $0.telemetry = telemetry } }

    func observe(_ event: TelemetryEvent, at date: Date) {
        link.withLock { $0.telemetry }?.observe(event.at(date))
    }

    func didReceive(_ payloads: [MXDiagnosticPayload]) {
        for payload in payloads {
            for event in payload.events { observe(event, at: payload.timeStampEnd) }
        }
    }

    #if !os(macOS)
    func didReceive(_ payloads: [MXMetricPayload]) {
        for payload in payloads { observe(payload.event, at: payload.timeStampEnd) }
    }
    #endif
}

extension MXDiagnosticPayload {
    fileprivate var events: [TelemetryEvent] {
        let crashes = (crashDiagnostics ?? []).map { $0.event(.crash, ["signal": .code($0.signal)]) }
        let hangs = (hangDiagnostics ?? []).map {
            $0.event(.hang, ["seconds": .double($0.hangDuration.converted(to: .seconds).value)])
        }
        let cpu = (cpuExceptionDiagnostics ?? []).map {
            $0.event(.cpuException, ["seconds": .double($0.totalCPUTime.converted(to: .seconds).value)])
        }
        let disk = (diskWriteExceptionDiagnostics ?? []).map {
            $0.event(.diskWrite, ["bytes": .double($0.totalWritesCaused.converted(to: .bytes).value)])
        }
        return crashes + hangs + cpu + disk
    }
}

#if !os(macOS)
extension MXMetricPayload {
    fileprivate var event: TelemetryEvent {
        var details: [String: Attribute] = [:]
        if let time = applicationTimeMetrics?.cumulativeForegroundTime {
            details["foreground_seconds"] = .double(time.converted(to: .seconds).value)
        }
        if let time = cpuMetrics?.cumulativeCPUTime {
            details["cpu_seconds"] = .double(time.converted(to: .seconds).value)
        }
        if let peak = memoryMetrics?.peakMemoryUsage {
            details["peak_memory_bytes"] = .double(peak.converted(to: .bytes).value)
        }
        return .measured(version: latestApplicationVersion, details: details)
    }
}
#endif

extension MXDiagnostic {
    fileprivate func event(_ diagnostic: SystemDiagnostic, _ details: [String: Attribute]) -> TelemetryEvent {
        .diagnosed(diagnostic, version: applicationVersion, details: details)
    }
}

extension Attribute {
    /// Returns a number, or -1 if the system provides none.
    fileprivate static func code(_ number: NSNumber?) -> Self { .int(number?.intValue ?? -1) }
}
#endif
