import Foundation
import Primitives
import Testing

private enum HiddenError: Error { case first, second }

enum PlainError: Error { case first, second }

struct NamedError: CustomNSError {
    static var errorDomain: String { "Named" }
    var errorCode: Int { 42 }
    var errorUserInfo: [String: Any] {
        [NSUnderlyingErrorKey: PlainError.second, NSLocalizedDescriptionKey: "secret"]
    }
}

/// An error that is its own underlying error.
private final class CyclicError: NSError, @unchecked Sendable {  // It has no state of its own.
    override var userInfo: [String: Any] { [NSUnderlyingErrorKey: self] }
}

@Suite struct ErrorChainTests {
    private static func wrapped(_ underlying: any Sendable) -> NSError {
        NSError(domain: "Outer", code: 1, userInfo: [NSUnderlyingErrorKey: underlying])
    }

    private static func nested(_ depth: Int) -> NSError {
        stride(from: depth - 1, through: 1, by: -1).reduce(NSError(domain: "L\(depth)", code: depth)) { error, level in
            NSError(domain: "L\(level)", code: level, userInfo: [NSUnderlyingErrorKey: error])
        }
    }

    @Test("A chain lists an error and its underlying errors, at most ten", arguments: [1, 2, 3, 10, 11, 1000])
    func depth(depth: Int) {
        let expected = (1...min(depth, 10)).map { ErrorChain.Link(domain: "L\($0)", code: $0) }
        #expect(ErrorChain(Self.nested(depth)).links == expected)
    }

    @Test("A cyclic chain is cut after ten errors")
    func cyclic() {
        let expected = [ErrorChain.Link](repeating: .init(domain: "C", code: 7), count: 10)
        #expect(ErrorChain(CyclicError(domain: "C", code: 7)).links == expected)
    }

    @Test(
        "A Swift error becomes its type and its case, also as an underlying error",
        arguments: [
            (PlainError.second, "PrimitivesTests.PlainError(1)"),
            (NamedError(), "Named(42) < PrimitivesTests.PlainError(1)"),
            (wrapped(NamedError()), "Outer(1) < Named(42) < PrimitivesTests.PlainError(1)"),
            (wrapped("not an error"), "Outer(1)"),
        ] as [(any Error, String)])
    func swiftErrors(error: any Error, description: String) {
        #expect(ErrorChain(error).description == description)
    }

    @Test("The domain of a private type is the same at every launch")
    func privateTypes() {
        enum LocalError: Error { case only }
        #expect(ErrorChain(HiddenError.second).description == "PrimitivesTests.HiddenError(1)")
        #expect(ErrorChain(LocalError.only).description == "PrimitivesTests.ErrorChainTests.LocalError(0)")
    }

    @Test("A domain with parentheses keeps its text")
    func parentheses() {
        #expect(ErrorChain(NSError(domain: "A (b).c", code: 1)).description == "A (b).c(1)")
    }
}
