/// Why a request cannot be answered as it wishes.
struct HTTPProblem: Error, Equatable {
    let status: Int
    /// One sentence for the person who reads the answer.
    let message: String
    /// The methods that would do, when the method is the problem.
    let allowed: [String]

    init(_ status: Int, _ message: String, allowed: [String] = []) {
        self.status = status
        self.message = message
        self.allowed = allowed
    }
}

extension HTTPAnswer {
    init(_ problem: HTTPProblem) {
        var response = HTTPResponse.json(["error": problem.message], status: problem.status)
        if !problem.allowed.isEmpty {
            response.headers.append((name: "Allow", value: problem.allowed.joined(separator: ", ")))
        }
        self = .response(response)
    }
}
