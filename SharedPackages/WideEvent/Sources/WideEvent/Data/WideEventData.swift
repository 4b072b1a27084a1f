public import Foundation

/// The state of a flow that can outlive the process. It is stored between the steps and sent at the end.
///
/// A conforming type has the stored properties below and an ``init()`` that sets all other properties to their defaults.
/// Fields that an older version of the app did not store take their values from there. Stored fields that are no longer
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
/// The app decides with ``WideEventKind`` what is sent, and under which name and version.
public protocol WideEventData: Codable, Sendable {
    /// The values that are the same for every flow of the kind.
    static var metadata: WideEventMetadata { get }
    /// The identity of the flow and its share of sampling.
    var globalData: WideEventGlobalData { get set }
    /// The app. The store fills in `nil` values.
    var appData: WideEventAppData { get set }
    /// The place where the flow began. `nil` is not sent.
    var contextData: WideEventContextData? { get set }
    /// The error, or `nil`.
    var errorData: WideEventErrorData? { get set }

    /// Creates the data of a new flow, with every property at its default.
    init()

    /// Decides on a flow that an earlier session of the same owner left pending.
    ///
    /// It is called inside a transaction and must be a pure function of the data. By default a flow ends as `UNKNOWN`, `partial_data`.
    func completionDecision(for trigger: WideEventTrigger, at now: Date) -> WideEventDecision
}

extension WideEventData {
    /// Ends every flow that was left pending as `UNKNOWN` with the reason `partial_data`.
    public func completionDecision(for trigger: WideEventTrigger, at now: Date) -> WideEventDecision {
        .complete(.unknown(reason: "partial_data"))
    }

    /// The id of the flow, with the type of its data.
    public var flowID: WideEventFlowID<Self> { WideEventFlowID(number: globalData.id) }
}

/// The id of a flow with data of one type.
public struct WideEventFlowID<Flow: WideEventData>: Hashable, Sendable {
    let number: UInt64
}

/// The occasion at which pending flows of earlier sessions are ended.
public enum WideEventTrigger: Sendable, Hashable {
    /// The app was launched.
    case appLaunch
    /// The app came to the foreground.
    case appForegrounded
}

/// The decision on a flow.
public enum WideEventDecision: Sendable, Hashable {
    /// The flow stays pending with its current data.
    case keepPending
    /// The flow ends, and its event is queued.
    case complete(WideEventStatus)
    /// The flow ends, and nothing is sent.
    case discard
}
