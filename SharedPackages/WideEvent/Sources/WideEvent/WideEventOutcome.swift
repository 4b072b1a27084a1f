public import Persistence

/// What became of a call; stated once it is committed.
public enum WideEventOutcome: Sendable, Equatable {
    /// The flow is stored.
    case started
    /// The flow goes on, with its new data.
    case updated
    /// The flow is gone and its event is queued.
    case completed(WideEventStatus)
    /// The flow is gone and nothing is sent.
    case discarded
    /// The flow is not among those measured: it was not stored, and later calls find no flow.
    case notSampled
    /// The flow had been started before; nothing changed.
    case alreadyStarted
    /// There is no such flow: unknown, completed, discarded, erased or not among those measured. Nothing changed.
    case noFlow
    /// Consent is denied: nothing was stored.
    case denied
    /// It could not be done.
    case failed(WideEventFailure)
}

/// Why something could not be done.
public enum WideEventFailure: Error, Sendable, Equatable {
    /// What was stored could not be read, not even with defaults for what is missing. The flow was set aside.
    case unreadable
    /// The data cannot be written as JSON: a number is NaN or infinite, for example. What they would have replaced
    /// stays; a flow that was to be completed was set aside.
    case unencodable
    /// The flow was left pending for longer than 28 days. It was set aside.
    case expired
    /// The app names no ``WideEventKind`` for the flow, or its payload has something that the definition does not declare,
    /// or lacks something that it demands; this tells the kind's name, or where in the payload. A flow that was to be
    /// completed was set aside.
    case undeclared(String)
    /// Storage failed; nothing changed.
    case storage(DatabaseError)
}

/// Trouble inside, reported through the injected mapper from the database's queue.
public enum WideEventFailureEvent: Sendable, Equatable {
    /// A flow of this name could not be started; it is not measured.
    case startFailed(name: String, WideEventFailure)
    /// Storage failed while a flow of this name was to be updated, completed or discarded; it is as it was.
    case changeFailed(name: String, WideEventFailure)
    /// The new data of a flow of this name cannot be stored; it keeps those it had.
    case updateFailed(name: String, WideEventFailure)
    /// A flow of this name could not be completed.
    case completionFailed(name: String, WideEventFailure)
    /// A pending flow of this name could not be read.
    case loadFailed(name: String, WideEventFailure)
}
