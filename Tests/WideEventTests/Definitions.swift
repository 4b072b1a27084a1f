import WideEvent

/// How `SetUpData` travel: reason and error in the feature.
enum SetUpWideEvent: WideEventDefinition {
    struct Ext: Encodable, Sendable {
        var steps: Int?
        var ratio: Double?
    }

    static let type = "linux-set-up"
    static let version = "1.0.0"
    static let feature = "set-up"
    static let schema = WideEventSchema(
        json: definition(
            feature: #","status_reason":{"type":"string"}"#, data: #","error":\#(error)"#,
            ext: #""steps":{"type":"integer","minimum":0,"maximum":1000},"ratio":{"type":"number"}"#))
}

/// How `ImportData` travel: reason and error among the event's own fields.
enum ImportWideEvent: WideEventDefinition {
    struct Ext: Encodable, Sendable { var source: String? }

    static let type = "linux-import"
    static let version = "1.2.3"
    static let feature = "import"
    static let schema = WideEventSchema(
        json: definition(
            ext: #""source":{"type":"string","enum":["file"]},"status_reason":{"type":"string"},"error":\#(error)"#))
}

extension WideEventKind {
    static let setUp = WideEventKind(SetUpData.self, as: SetUpWideEvent.self) {
        .init(steps: $0.steps, ratio: $0.ratio)
    }
    static let olderSetUp = WideEventKind(OlderSetUpData.self, as: SetUpWideEvent.self) { .init(steps: $0.steps) }
    static let importing = WideEventKind(ImportData.self, as: ImportWideEvent.self) { .init(source: $0.source) }
}

private let text = #"{"type":"string"}"#
private let error = object(
    #""domain":\#(text),"code":{"type":"integer"},"underlying_domain":\#(text),"underlying_code":{"type":"integer"}"#)

private func object(_ properties: String, required: String = "") -> String {
    #"{"type":"object","properties":{\#(properties)},"required":[\#(required)]}"#
}

private func definition(feature: String = "", data: String = "", ext: String) -> String {
    let app = object(#""name":\#(text),"version":\#(text)"#)
    let global = object(
        #""platform":\#(text),"type":\#(text),"sample_rate":{"type":"number"},"is_first_daily_occurrence":{"type":"boolean"}"#
    )
    let details = object(#""ext":\#(object(ext))\#(data)"#, required: #""ext""#)
    let feature = object(#""name":\#(text),"status":\#(text),"data":\#(details)\#(feature)"#)
    let sections = [
        #""meta":\#(object(#""type":\#(text),"version":\#(text)"#))"#, #""global":\#(global)"#, #""app":\#(app)"#,
        #""context":\#(object(#""name":{"type":"string","pattern":"^[a-z]+$"}"#))"#, #""feature":\#(feature)"#,
    ]
    return object(sections.joined(separator: ","))
}
