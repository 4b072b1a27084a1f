/// A kind of wide event as its definition declares it.
///
/// Conforming types are generated from `PixelDefinitions/wide_events` by the build plugin `PixelCodegen`, one for each
/// event. Only the values of ``Ext`` are written by hand.
public protocol WideEventDefinition: Sendable {
    /// The content of `feature.data.ext`, except reason and error. The store adds them if the schema declares them.
    associatedtype Ext: Encodable, Sendable

    /// The event's name. It is sent as `meta.type`.
    static var type: String { get }
    /// The version of the schema, including the base: `1.2.0`. It is sent as `meta.version`.
    static var version: String { get }
    /// The feature's name. It is sent as `feature.name`.
    static var feature: String { get }
    /// The schema. Each payload is checked against it.
    static var schema: WideEventSchema { get }
}

/// A kind of flow that an app keeps: the data of a feature, and the definition of its event.
///
/// ```text
/// let kind = WideEventKind(SetUpWideEventData.self, as: SetUpWideEvent.self) { .init(steps: $0.steps) }
/// ```
public struct WideEventKind: Sendable {
    let data: any WideEventData.Type
    let definition: any WideEventDefinition.Type
    private let makeExt: @Sendable (any WideEventData) -> (any Encodable)?

    /// Joins data and definition.
    ///
    /// - Parameters:
    ///   - data: The type of the flow's data.
    ///   - definition: The generated definition of its event.
    ///   - ext: Selects the data that are sent. A pure function that is called when a flow ends. A number that is NaN or
    ///     infinite cannot be sent. The flow is then set aside.
    public init<Flow: WideEventData, Definition: WideEventDefinition>(
        _ data: Flow.Type, as definition: Definition.Type, ext: @escaping @Sendable (Flow) -> Definition.Ext
    ) {
        self.data = data
        self.definition = definition
        makeExt = { ($0 as? Flow).map(ext) }
    }

    /// Returns the data of a flow that are sent, or `nil` for a flow of another kind.
    func ext(of flow: some WideEventData) -> (any Encodable)? { makeExt(flow) }
}

extension [WideEventKind] {
    /// Returns the kind of flows with such data.
    func first<Flow: WideEventData>(of data: Flow.Type) -> WideEventKind? { first { $0.data == data } }
}
