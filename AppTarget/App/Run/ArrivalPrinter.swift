#if canImport(DevServer)
import CommandLineKit
import DevServer
import Foundation

/// Prints the pixels and wide events that arrived at the local collector.
struct ArrivalPrinter: Sendable {
    private static let version = "appVersion=\(ProgramVersion.current)"

    let invocation: Invocation

    private var console: Console { invocation.console }

    /// Prints a request.
    ///
    /// - Parameter offset: The seconds since the start of a journey, shown before the request. `nil` shows none.
    func print(_ request: CollectedRequest, at offset: TimeInterval? = nil) {
        let time = offset.map { "  " + console.colour(.dim, String(format: "%5.2f s  ", max(0, $0))) } ?? ""
        if request.path == "/e" { printWideEvent(request, time) } else { printPixel(request, time) }
    }

    private func printPixel(_ request: CollectedRequest, _ time: String) {
        let name = request.path.replacing("/t/", with: "", maxReplacements: 1)
        invocation.print(
            ["pixel": name, "query": request.query, "status": request.status],
            or: "  \(time)" + console.colour(.cyan, "→ \(name)") + console.colour(.dim, Self.query(of: request)))
    }

    /// The query without the version, which is the same everywhere, so that a pixel fits into 80 columns.
    private static func query(of request: CollectedRequest) -> String {
        let own = request.query.split(separator: "&").filter { $0 != version }
        return own.isEmpty ? "" : "?" + own.joined(separator: "&")
    }

    private func printWideEvent(_ request: CollectedRequest, _ time: String) {
        let body = request.text ?? ""
        let lines = (try? JSONDecoder().decode(ReceivedEvent.self, from: request.body))?.lines ?? [body]
        let margin = String(repeating: " ", count: 15)
        let details = lines.dropFirst().map { "\n\(margin)\(console.colour(.dim, $0))" }.joined()
        invocation.print(
            ["wideEvent": body, "status": request.status],
            or: "  \(time)" + console.colour(.green, "⇒ \(lines.first ?? "")") + details)
    }
}

/// A wide event as the collector received it.
private struct ReceivedEvent: Decodable {
    struct Meta: Decodable { let type: String }
    struct Context: Decodable { let name: String }
    struct Feature: Decodable {
        let status: String
        let data: Details
    }
    struct Details: Decodable { let ext: [String: Value] }

    /// The text of a field.
    struct Value: Decodable {
        let text: String

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let text = try? value.decode(String.self) {
                self.text = text
            } else if let flag = try? value.decode(Bool.self) {
                text = flag ? "yes" : "no"
            } else {
                text = (try? value.decode(Int.self)).map(String.init) ?? "…"
            }
        }
    }

    let meta: Meta
    let context: Context?
    let feature: Feature

    /// The outcome of the journey, then a line for each of its fields.
    var lines: [String] {
        let fields = feature.data.ext.mapValues(\.text).merging(["origin": context?.name ?? "none"]) { $1 }
        let width = fields.keys.map(\.count).max() ?? 0
        return ["wide event \(meta.type): \(feature.status)"]
            + fields.sorted { $0.key < $1.key }.map { key, value in
                key.padding(toLength: width + 2, withPad: " ", startingAt: 0) + value
            }
    }
}
#endif
