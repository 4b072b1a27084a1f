public import Foundation

/// The state of one journey that may outlive the process: what is stored between its steps and sent at its end.
///
/// Conforming takes the stored parts below, and an ``init()`` that sets every property of yours to its default: fields
/// that an older version of the app did not store take their values from there. Fields that are stored and no longer
/// declared are ignored.
///
/// ```swift
/// struct SetUpWideEventData: WideEventData {
///     static let metadata = WideEventMetadata(name: "set-up")
///     var globalData = WideEventGlobalData()
///     var appData = WideEventAppData()
///     var contextData: WideEventContextData?
///     var errorData: WideEventErrorData?
///     var steps = 0
/// }
/// ```
///
/// What of it travels, and under which name and version, is the app's decision: ``WideEventKind``.
public protocol WideEventData: Codable, Sendable {
    /// What is the same for every flow of the kind.
    static var metadata: WideEventMetadata { get }
    /// Which flow it is, and its share of sampling.
    var globalData: WideEventGlobalData { get set }
    /// The app; what is `nil` is filled in by the store.
    var appData: WideEventAppData { get set }
    /// Where the flow began; `nil`, and nothing travels.
    var contextData: WideEventContextData? { get set }
    /// What went wrong; `nil` when nothing did.
    var errorData: WideEventErrorData? { get set }

    /// Creates the data of a new flow, with every property at its default.
    init()

    /// Decides on a flow that an earlier session of the same owner left pending.
    ///
    /// Called inside a transaction: a pure function of the data. By default a flow ends as `UNKNOWN`, `partial_data`.
    func completionDecision(for trigger: WideEventTrigger, at now: Date) -> WideEventDecision
}

extension WideEventData {
    /// Ends every flow that was left pending as `UNKNOWN` with the reason `partial_data`.
    public func completionDecision(for trigger: WideEventTrigger, at now: Date) -> WideEventDecision {
        .complete(.unknown(reason: "partial_data"))
    }

    /// The flow's id, which knows what kind of data the flow has.
    public var flowID: WideEventFlowID<Self> { WideEventFlowID(number: globalData.id) }
}

/// Names a flow with data of one kind.
public struct WideEventFlowID<Flow: WideEventData>: Hashable, Sendable {
    let number: UInt64
}

/// When flows that were left pending are looked at.
public enum WideEventTrigger: Sendable, Hashable {
    /// The app was launched.
    case appLaunch
    /// The app came to the foreground.
    case appForegrounded
}

/// What becomes of a flow.
public enum WideEventDecision: Sendable, Hashable {
    /// It goes on, with the data as they are now.
    case keepPending
    /// It ends, and its event is queued.
    case complete(WideEventStatus)
    /// It ends, and nothing is sent.
    case discard
}
