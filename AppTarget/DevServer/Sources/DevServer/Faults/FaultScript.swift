import Primitives

/// The faults still to come, in order.
final class FaultScript: Sendable {
    private let state = Locked([Fault]())

    var faults: [Fault] { state.withLock { $0 } }

    /// Adds faults behind those that wait: all of them or, when one makes no sense, none.
    ///
    /// - Throws: ``LocalServerError/invalidFault(index:reason:)``.
    func add(_ faults: [Fault]) throws(LocalServerError) {
        for (index, fault) in faults.enumerated() {
            if let problem = fault.problem { throw .invalidFault(index: index, reason: problem) }
        }
        state.withLock { $0 += faults }
    }

    func clear() {
        state.withLock { $0 = [] }
    }

    /// Uses up the first fault for this path.
    func next(for path: String) -> Fault? {
        state.withLock { faults in
            guard let index = faults.firstIndex(where: { path.utf8.starts(with: $0.path.utf8) }) else { return nil }
            let fault = faults[index]
            if fault.count == 1 {
                faults.remove(at: index)
            } else if fault.count > 1 {
                faults[index].count -= 1
            }
            return fault
        }
    }
}
