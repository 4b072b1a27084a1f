import Foundation

/// A question that is saved as a file of SQL.
///
/// The comment at the top of the file gives a title, the meaning of the answer, and a line for each parameter:
/// `-- pixel (pixel): The pixel.` or, with a default, `-- from (date, 2026-01-01): The first day.` In the SQL, `{pixel}`
/// stands for the value.
package struct SavedQuestion: Sendable {
    /// Why a question cannot be asked.
    package struct Failure: Error, Equatable {
        package var message: String
    }

    /// A value that the caller gives.
    package struct Parameter: Equatable, Sendable {
        /// How a value becomes SQL.
        package enum Kind: String, CaseIterable, Sendable {
            /// The view of a pixel or of a wide event, by its declared name.
            case pixel, event
            /// A column of a view.
            case column
            case date, text
        }

        package var name: String
        package var kind: Kind
        /// Nil for one that must be given.
        package var fallback: String?
        package var description: String
    }

    package let name: String
    package let title: String
    package let meaning: String
    package let parameters: [Parameter]
    private let sql: String

    /// Reads the text of a question's file.
    package init(name: String, text: String) throws(Failure) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let header = lines.prefix { $0.hasPrefix("--") }
        var prose: [String] = []
        var parameters: [Parameter] = []
        for line in header.map({ $0.drop { $0 == "-" }.trimmingCharacters(in: .whitespaces) }) {
            if let parameter = try Parameter(line, in: name) {
                parameters.append(parameter)
            } else {
                prose.append(line)
            }
        }
        self.name = name
        title = prose.first ?? ""
        meaning = prose.dropFirst().joined(separator: "\n").trimmingCharacters(in: .newlines)
        self.parameters = parameters
        sql = lines.dropFirst(header.count).joined(separator: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The SQL with `values` in place of the parameters.
    package func sql(_ values: [String: String], in dialect: SQLDialect) throws(Failure) -> String {
        for key in values.keys.sorted() where !parameters.contains(where: { $0.name == key }) {
            let known = parameters.map(\.name).joined(separator: ", ")
            throw Failure(message: "'\(key)' is not a parameter of '\(name)'. Use: \(known).")
        }
        var result = ""
        var rest = sql[...]
        while let match = rest.firstMatch(of: /\{([a-z_]+)\}/) {
            guard let parameter = parameters.first(where: { $0.name == match.1 }) else {
                throw Failure(message: "'\(name)' uses '{\(match.1)}' without a line that declares it. Add the line.")
            }
            guard let value = values[parameter.name] ?? parameter.fallback else {
                throw Failure(message: "'\(name)' needs '\(parameter.name)'. Add '\(parameter.name)=VALUE'.")
            }
            result += rest[..<match.range.lowerBound]
            result += try parameter.sql(value, in: dialect)
            rest = rest[match.range.upperBound...]
        }
        return result + rest
    }
}

extension SavedQuestion.Parameter {
    /// The parameter that a line of the header declares, if it declares one.
    fileprivate init?(_ line: String, in question: String) throws(SavedQuestion.Failure) {
        guard let match = line.wholeMatch(of: /([a-z_]+) \(([a-z]+)(?:, ([^)]*))?\): (.*)/) else { return nil }
        guard let kind = Kind(rawValue: String(match.2)) else {
            let known = Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw SavedQuestion.Failure(
                message: "'\(question)' declares '\(match.1)' as '\(match.2)'. Use one of: \(known).")
        }
        self.init(
            name: String(match.1), kind: kind, fallback: match.3.map(String.init), description: String(match.4))
    }

    fileprivate func sql(_ value: String, in dialect: SQLDialect) throws(SavedQuestion.Failure) -> String {
        switch kind {
        case .pixel: return dialect.identifier("pixel_\(value)")
        case .event: return dialect.identifier("wide_event_\(value)")
        case .column: return dialect.identifier(value)
        case .text: return dialect.literal(value)
        case .date:
            guard value.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}/) != nil else {
                throw SavedQuestion.Failure(message: "'\(name)' is '\(value)', not a day. Write it as 2026-01-31.")
            }
            return dialect.literal(value)
        }
    }
}
