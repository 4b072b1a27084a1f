import Synchronization

/// Lets one completion through, once.
///
/// The mapper's closure owns the token; when a mapper drops that closure without calling it, the token's
/// deinitialiser completes in its place.
final class CompletionToken: Sendable {
    private let isCompleted = Atomic(false)
    private let completion: @Sendable ((any Error)?) -> Void

    init(_ completion: @escaping @Sendable ((any Error)?) -> Void) {
        self.completion = completion
    }

    deinit { complete(nil) }

    func complete(_ error: (any Error)?) {
        if isCompleted.exchange(true, ordering: .acquiringAndReleasing) { return }
        completion(error)
    }
}
