/// One event of an event stream, as browsers read it with `EventSource`.
struct ServerSentEvent: Equatable, Sendable {
    /// The event's type; `nil` for the usual `message`.
    var name: String?
    var data: String

    /// A comment: keeps the connection busy, so that a client that left is noticed.
    static let heartbeat = ":\n\n"

    /// The event in the `text/event-stream` format, which has a field for every line.
    var text: String {
        let lines = data.split(omittingEmptySubsequences: false) { $0.isNewline }
        return (name.map { "event: \($0)\n" } ?? "") + lines.map { "data: \($0)\n" }.joined() + "\n"
    }
}
