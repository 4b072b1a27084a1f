/// Why a request cannot be answered as it wishes.
struct HTTPProblem: Error, Equatable {
    let status: Int
    /// One sentence for the person who reads the answer.
    let message: String

    init(_ status: Int, _ message: String) {
        self.status = status
        self.message = message
    }
}

extension HTTPAnswer {
    init(_ problem: HTTPProblem) {
        self = .response(.json(["error": problem.message], status: problem.status))
    }
}
