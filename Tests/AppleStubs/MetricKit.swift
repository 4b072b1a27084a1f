// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What the Apple-only files use of MetricKit, declared after its public documentation, for type-checking elsewhere.

public import Foundation

public protocol MXMetricManagerSubscriber: NSObjectProtocol {
    func didReceive(_ payloads: [MXMetricPayload])
    func didReceive(_ payloads: [MXDiagnosticPayload])
}

extension MXMetricManagerSubscriber {  // Both are optional in Objective-C.
    public func didReceive(_ payloads: [MXMetricPayload]) {}
    public func didReceive(_ payloads: [MXDiagnosticPayload]) {}
}

open class MXMetricManager: NSObject {
    open class var shared: MXMetricManager { fatalError() }
    open func add(_ subscriber: any MXMetricManagerSubscriber) { fatalError() }
    open func remove(_ subscriber: any MXMetricManagerSubscriber) { fatalError() }
}

open class MXMetric: NSObject {}

open class MXAppRunTimeMetric: MXMetric {
    open var cumulativeForegroundTime: Measurement<UnitDuration> { fatalError() }
}

open class MXCPUMetric: MXMetric {
    open var cumulativeCPUTime: Measurement<UnitDuration> { fatalError() }
}

open class MXMemoryMetric: MXMetric {
    open var peakMemoryUsage: Measurement<UnitInformationStorage> { fatalError() }
}

open class MXMetricPayload: NSObject {
    open var latestApplicationVersion: String { fatalError() }
    open var timeStampBegin: Date { fatalError() }
    open var timeStampEnd: Date { fatalError() }
    open var applicationTimeMetrics: MXAppRunTimeMetric? { fatalError() }
    open var cpuMetrics: MXCPUMetric? { fatalError() }
    open var memoryMetrics: MXMemoryMetric? { fatalError() }
}

open class MXDiagnostic: NSObject {
    open var applicationVersion: String { fatalError() }
}

open class MXCrashDiagnostic: MXDiagnostic {
    open var signal: NSNumber? { fatalError() }
}

open class MXHangDiagnostic: MXDiagnostic {
    open var hangDuration: Measurement<UnitDuration> { fatalError() }
}

open class MXCPUExceptionDiagnostic: MXDiagnostic {
    open var totalCPUTime: Measurement<UnitDuration> { fatalError() }
}

open class MXDiskWriteExceptionDiagnostic: MXDiagnostic {
    open var totalWritesCaused: Measurement<UnitInformationStorage> { fatalError() }
}

open class MXDiagnosticPayload: NSObject {
    open var timeStampBegin: Date { fatalError() }
    open var timeStampEnd: Date { fatalError() }
    open var crashDiagnostics: [MXCrashDiagnostic]? { fatalError() }
    open var hangDiagnostics: [MXHangDiagnostic]? { fatalError() }
    open var cpuExceptionDiagnostics: [MXCPUExceptionDiagnostic]? { fatalError() }
    open var diskWriteExceptionDiagnostics: [MXDiskWriteExceptionDiagnostic]? { fatalError() }
}
