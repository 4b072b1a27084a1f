#if canImport(MetricKit)
import Foundation
import MetricKit
import Primitives

/// Turns what MetricKit tells the app into events: crashes, hangs, exceptions of processor and disk use, and on the
/// platforms that have them the metrics of a day.
///
/// A sink, so that it lives and is listed with the others; but it takes nothing in, not even its own events, which
/// rules out a loop. After ``connect(to:)`` its events go through the facade to every sink.
public final class MetricKitSink: TelemetrySink {
    /// The sink's name.
    public let name: String
    private let subscriber = Subscriber()

    /// Creates a sink that is not subscribed yet.
    public init(name: String = "metrickit") { self.name = name }

    deinit { MXMetricManager.shared.remove(subscriber) }

    /// Subscribes, and observes an event for each report from now on, and for those of the past that wait.
    ///
    /// The facade is not kept alive. A second call changes the facade.
    public func connect(to telemetry: Telemetry) {
        subscriber.connect(to: telemetry)
        MXMetricManager.shared.add(subscriber)
    }

    /// Does nothing: MetricKit is a source of events.
    public func receive(_ event: TelemetryEvent) {}
}

/// The object that MetricKit calls, on a queue of its choice.
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
            $0.event(.hang, ["seconds": .number($0.hangDuration.converted(to: .seconds).value)])
        }
        let cpu = (cpuExceptionDiagnostics ?? []).map {
            $0.event(.cpuException, ["seconds": .number($0.totalCPUTime.converted(to: .seconds).value)])
        }
        let disk = (diskWriteExceptionDiagnostics ?? []).map {
            $0.event(.diskWrite, ["bytes": .number($0.totalWritesCaused.converted(to: .bytes).value)])
        }
        return crashes + hangs + cpu + disk
    }
}

#if !os(macOS)
extension MXMetricPayload {
    fileprivate var event: TelemetryEvent {
        var details: [String: Attribute] = [:]
        if let time = applicationTimeMetrics?.cumulativeForegroundTime {
            details["foreground_seconds"] = .number(time.converted(to: .seconds).value)
        }
        if let time = cpuMetrics?.cumulativeCPUTime {
            details["cpu_seconds"] = .number(time.converted(to: .seconds).value)
        }
        if let peak = memoryMetrics?.peakMemoryUsage {
            details["peak_memory_bytes"] = .number(peak.converted(to: .bytes).value)
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
    /// A number that the system may leave out, written as -1 then.
    fileprivate static func code(_ number: NSNumber?) -> Self { .integer(number?.intValue ?? -1) }
}
#endif
