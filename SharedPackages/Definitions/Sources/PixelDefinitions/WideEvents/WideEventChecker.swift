public import Foundation
package import JSONSchema

/// Checks wide events as they are sent.
///
/// ```swift
/// import Foundation
///
/// let checker = WideEventChecker(DefinitionFolder(reading: URL(filePath: "PixelDefinitions")))
/// print(checker.check(Data(#"{ "meta": { "type": "w-purchase", "version": "1.0.2" } }"#.utf8)))
/// ```
public struct WideEventChecker: Sendable {
    private let schemas: [String: CompiledSchema]

    /// Compiles the wide events of `folder`. Events with faults are undocumented.
    public init(_ folder: DefinitionFolder) {
        var schemas: [String: CompiledSchema] = [:]
        if let base = folder.baseEvent, let properties = folder.properties {
            let builder = WideEventSchemaBuilder(base: base.value, properties: properties.value.members ?? [:])
            let patterns = PatternCache()
            for (name, event) in folder.wideEvents.flatMap(\.entries) {
                guard let version = try? builder.version(of: event),
                    let schema = try? builder.schema(of: event, named: name),
                    case .success(let compiled) = SchemaCompiler.compile(
                        schema, dialect: .wideEvents, patterns: patterns)
                else { continue }
                schemas["\(name)-\(version)"] = compiled
            }
        }
        self.schemas = schemas
    }

    /// Checks one payload, a JSON object.
    public func check(_ payload: Data) -> CheckResult {
        guard let document = try? JSONDocument(payload) else { return .failed(["The payload is not JSON."]) }
        return check(document.value)
    }

    /// Checks the payload in a line. The line is the payload, or a line of the development server's log.
    ///
    /// - Returns: The event's name and the verdict; nil if the line is not a JSON object.
    package func verdict(on line: String) -> (name: String, result: CheckResult)? {
        guard let value = JSONDocument(strict: line)?.value, value.members != nil else { return nil }
        guard let body = value["body"]?.text else { return (value["meta"]?["type"]?.text ?? "", check(value)) }
        return (JSONDocument(strict: body)?.value["meta"]?["type"]?.text ?? "", check(Data(body.utf8)))
    }

    package func check(_ payload: JSONValue) -> CheckResult {
        let meta = payload["meta"]
        guard let type = meta?["type"], type.isTruthy, let version = meta?["version"], version.isTruthy else {
            return .failed(["The payload lacks 'meta.type' or 'meta.version'."])
        }
        guard let schema = schemas["\(type.scriptText ?? "")-\(version.scriptText ?? "")"] else { return .undocumented }
        var evaluation = SchemaEvaluation(coerces: false)
        var value = payload
        evaluation.check(&value, against: schema.root)
        let reasons = evaluation.issues.map { issue in
            issue.path.isEmpty
                ? "The payload \(issue.phrase)." : "'\(issue.path.joined(separator: "."))' \(issue.phrase)."
        }
        return reasons.isEmpty ? .passed : .failed(reasons)
    }
}
