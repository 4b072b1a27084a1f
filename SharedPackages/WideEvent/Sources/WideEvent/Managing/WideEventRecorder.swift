/// Measures the common case: one flow with one interval, which can begin in an earlier launch.
///
/// ```swift
/// struct SetUpData: WideEventData {
///     static let metadata = WideEventMetadata(name: "set-up")
///     var globalData = WideEventGlobalData()
///     var appData = WideEventAppData()
///     var contextData: WideEventContextData?
///     var errorData: WideEventErrorData?
///     var total = MeasuredInterval()
/// }
///
/// func beginSetUp(in wideEvents: any WideEventManaging) {
///     _ = WideEventRecorder.start(SetUpData(), measuring: \.total, in: wideEvents)
/// }
///
/// // Perhaps in a later launch.
/// func endSetUp(in wideEvents: any WideEventManaging) async {
///     let recorder = await WideEventRecorder<SetUpData>.resume(measuring: \.total, in: wideEvents)
///     recorder?.complete(.success(reason: nil))
/// }
/// ```
public struct WideEventRecorder<Flow: WideEventData>: Sendable {
    /// The flow.
    public let flowID: WideEventFlowID<Flow>
    private let interval: any WritableKeyPath<Flow, MeasuredInterval> & Sendable
    private let wideEvents: any WideEventManaging

    /// Starts the interval and the flow.
    public static func start(
        _ flow: Flow, measuring interval: any WritableKeyPath<Flow, MeasuredInterval> & Sendable,
        in wideEvents: any WideEventManaging
    ) -> WideEventRecorder {
        var flow = flow
        flow[keyPath: interval].start(wideEvents.clock)
        wideEvents.startFlow(flow)
        return WideEventRecorder(flowID: flow.flowID, interval: interval, wideEvents: wideEvents)
    }

    /// Returns a recorder of the newest pending flow of the kind, from this launch or an earlier one, or `nil` without one.
    public static func resume(
        measuring interval: any WritableKeyPath<Flow, MeasuredInterval> & Sendable, in wideEvents: any WideEventManaging
    ) async -> WideEventRecorder? {
        guard let flow = await wideEvents.pendingFlows(of: Flow.self).last else { return nil }
        return WideEventRecorder(flowID: flow.flowID, interval: interval, wideEvents: wideEvents)
    }

    /// Changes the flow's data.
    public func update(_ change: @escaping @Sendable (inout Flow) -> Void) {
        wideEvents.updateFlow(flowID, change)
    }

    /// Ends the interval and the flow. Only the first call counts.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - error: The error, if any.
    ///   - onComplete: Receives the outcome.
    public func complete(
        _ status: WideEventStatus, error: (any Error)? = nil,
        onComplete: (@Sendable (WideEventOutcome) -> Void)? = nil
    ) {
        let errorData = error.map(WideEventErrorData.init)
        wideEvents.changeFlow(flowID, onComplete: onComplete) { [interval, clock = wideEvents.clock] flow in
            flow[keyPath: interval].complete(clock)
            if let errorData { flow.errorData = errorData }
            return .complete(status)
        }
    }

    /// Ends the flow and sends nothing.
    public func discard() { wideEvents.discardFlow(flowID) }
}
