extension WideEventManaging {
    /// Starts a flow, runs `body`, and ends the flow on every way out: as success when `body` returns, as cancelled when
    /// it throws `CancellationError` or its task was cancelled, otherwise as failure with the error.
    ///
    /// A body that ends its flow itself has decided.
    public func withWideEvent<Flow: WideEventData, Result>(
        _ flow: Flow, _ body: (WideEventFlowID<Flow>) async throws -> Result
    ) async rethrows -> Result {
        startFlow(flow)
        do {
            let result = try await body(flow.flowID)
            completeFlow(flow.flowID, status: .success)
            return result
        } catch {
            let errorData = WideEventErrorData(error)
            let isCancelled = error is CancellationError || Task.isCancelled
            changeFlow(flow.flowID) { flow in
                if !isCancelled { flow.errorData = errorData }
                return .complete(isCancelled ? .cancelled : .failure)
            }
            throw error
        }
    }
}
