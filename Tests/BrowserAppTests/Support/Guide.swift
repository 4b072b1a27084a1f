import Foundation
import TestSupport
import Testing

/// The tables of the guides, which tests compare with the app.
enum Guide {
    /// Returns the cells of the first table under a heading.
    static func table(_ heading: String, of guide: String) throws -> [[String]] {
        let text = try Repository.text(of: "Docs/Guides/\(guide).md")
        let section = try #require(text.components(separatedBy: "\n\(heading)\n").dropFirst().first, "\(heading)")
        let rows = section.split(separator: "\n").drop { !$0.hasPrefix("|") }.prefix { $0.hasPrefix("|") }
        return rows.dropFirst(2).map { line in
            line.dropFirst().dropLast().components(separatedBy: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    /// Returns the names of the sinks of this platform, in their order.
    static func order() throws -> [String] {
        #if canImport(MetricKit)
        let isHere = { (_: [String]) in true }
        #else
        let isHere = { (row: [String]) in !row[1].contains("Apple platforms only") }
        #endif
        return try table("## The browser's sinks", of: "telemetry").filter(isHere).map {
            $0[0].replacing("`", with: "")
        }
    }
}
