import Synchronization

/// Lets one completion through, once a number of others have arrived, with the first error among them.
final class CompletionJoin: Sendable {
    private final class FirstError: Sendable {
        let error: any Error

        init(_ error: any Error) { self.error = error }
    }

    private let remaining: Atomic<Int>
    private let firstError = AtomicLazyReference<FirstError>()
    private let completion: @Sendable ((any Error)?) -> Void

    init(count: Int, _ completion: @escaping @Sendable ((any Error)?) -> Void) {
        remaining = Atomic(count)
        self.completion = completion
    }

    func complete(_ error: (any Error)?) {
        if let error { _ = firstError.storeIfNil(FirstError(error)) }
        guard remaining.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 else { return }
        completion(firstError.load()?.error)
    }
}
