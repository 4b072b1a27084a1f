/// How a kind of wide event travels, as a definition declares it.
///
/// Conforming types are generated from `PixelDefinitions/wide_events` by the build plugin `PixelCodegen`, one for each
/// event; nothing is written by hand but the values of ``Ext``.
public protocol WideEventDefinition: Sendable {
    /// What travels as `feature.data.ext`, except reason and error, which the store adds where the schema declares them.
    associatedtype Ext: Encodable, Sendable

    /// The event's name; it travels as `meta.type`.
    static var type: String { get }
    /// The version of the schema, base included: `1.2.0`. It travels as `meta.version`.
    static var version: String { get }
    /// The feature's name; it travels as `feature.name`.
    static var feature: String { get }
    /// What may travel: each payload is checked against it.
    static var schema: WideEventSchema { get }
}

/// A kind of flow that an app keeps: the data that a feature gathers, and the definition that they travel under.
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
    ///   - data: What a flow keeps.
    ///   - definition: The generated definition of its event.
    ///   - ext: Decides what of the data travels; a pure function, called when a flow ends. A number that is NaN or
    ///     infinite cannot be sent: the flow is set aside then.
    public init<Flow: WideEventData, Definition: WideEventDefinition>(
        _ data: Flow.Type, as definition: Definition.Type, ext: @escaping @Sendable (Flow) -> Definition.Ext
    ) {
        self.data = data
        self.definition = definition
        makeExt = { ($0 as? Flow).map(ext) }
    }

    /// What of a flow travels; `nil` for a flow of another kind.
    func ext(of flow: some WideEventData) -> (any Encodable)? { makeExt(flow) }
}

extension [WideEventKind] {
    /// The kind that flows with such data are of.
    func first<Flow: WideEventData>(of data: Flow.Type) -> WideEventKind? { first { $0.data == data } }
}
