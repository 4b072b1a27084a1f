/// The outcome of a call, known after the commit.
public enum WideEventOutcome: Sendable, Equatable {
    /// The flow is stored.
    case started
    /// The flow was changed and has not ended.
    case updated
    /// The flow ended, and its event is queued.
    case completed(WideEventStatus)
    /// The flow ended, and nothing is sent.
    case discarded
    /// Sampling left the flow out. It was not stored, and later calls find no flow.
    case notSampled
    /// The flow had been started before. Nothing changed.
    case alreadyStarted
    /// There is no such flow: it is unknown, ended, erased or left out by sampling. Nothing changed.
    case noFlow
    /// Consent is denied. Nothing was stored.
    case denied
    /// The call failed.
    case failed(WideEventFailure)
}

/// The reason of a failure.
public enum WideEventFailure: Error, Sendable, Equatable {
    /// The stored data cannot be read, not even with defaults for missing fields. The flow was set aside.
    case unreadable
    /// The data cannot be written as JSON, for example because a number is NaN. The flow keeps its old data. A flow
    /// that was to be completed was set aside.
    case unencodable
    /// The flow was left pending for longer than 28 days. It was set aside.
    case expired
    /// The app has no ``WideEventKind`` for the flow, or the payload has an undeclared field or lacks a required one. The
    /// text is the name of the kind, or the place in the payload. A flow that was to be completed was set aside.
    case undeclared(String)
    /// Storage failed. Nothing changed.
    case storage(DatabaseError)
}

/// A failure, reported through the injected mapper from the queue of the database.
public enum WideEventFailureEvent: Sendable, Equatable {
    /// A flow of this name could not be started. It is not measured.
    case startFailed(name: String, WideEventFailure)
    /// Storage failed while a flow of this name was to be updated, completed or discarded. The flow is unchanged.
    case storageFailed(name: String, WideEventFailure)
    /// The new data of a flow of this name cannot be encoded. The flow keeps its old data.
    case updateFailed(name: String, WideEventFailure)
    /// A flow of this name could not be completed.
    case completionFailed(name: String, WideEventFailure)
    /// A pending flow of this name could not be read.
    case loadFailed(name: String, WideEventFailure)
}
