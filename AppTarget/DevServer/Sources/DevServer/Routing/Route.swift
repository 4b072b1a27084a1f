/// One path, or all below one, and what it is answered with.
struct Route: Sendable {
    enum Path: Equatable, Sendable {
        case exactly(String)
        case below(String)
    }

    /// What the paths begin with that steer and show the server itself. They have no faults, and web pages of other
    /// sites do not reach them.
    static let steeringPrefix = "/_"

    let path: Path
    /// The methods that the path knows; empty for any. `GET` includes `HEAD`, whose body the daemon leaves out.
    var methods: [String] = []
    /// Whether its requests go to the log.
    var isCollected = false
    let answer: @Sendable (HTTPRequest) throws(HTTPProblem) -> HTTPAnswer

    /// Compares bytes, not characters: a path is not normalised.
    func matches(_ path: String) -> Bool {
        switch self.path {
        case .exactly(let expected): path.utf8.elementsEqual(expected.utf8)
        case .below(let prefix): path.utf8.starts(with: prefix.utf8)
        }
    }

    func accepts(_ method: String) -> Bool {
        methods.isEmpty || methods.contains(method) || (method == "HEAD" && methods.contains("GET"))
    }
}
