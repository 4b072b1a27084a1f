import Primitives

/// Calls a completion exactly once.
///
/// The mapper's closure owns the token. When a mapper releases that closure without calling it, the token's deinitializer
/// completes instead.
final class CompletionToken: Sendable {
    private let isCompleted = Locked(false)
    private let completion: @Sendable ((any Error)?) -> Void

    init(_ completion: @escaping @Sendable ((any Error)?) -> Void) {
        self.completion = completion
    }

    deinit { complete(nil) }

    func complete(_ error: (any Error)?) {
        let wasCompleted = isCompleted.withLock { isCompleted in
            defer { isCompleted = true }
            return isCompleted
        }
        if !wasCompleted { completion(error) }
    }
}
