/// The events that the protection against malicious sites reports to the app.
///
/// No event tells which page was concerned.
public enum MaliciousSiteProtectionEvent: Sendable {
    /// A warning was shown in place of a page.
    ///
    /// `clientSideHit` is `true` if a local filter found the threat and `false` if the service did. It is `nil` unless the
    /// filter set of the category has more than 100 filters, because a small set would reveal too much about the page.
    case errorPageShown(category: ThreatKind, clientSideHit: Bool?)
    /// The person opened the page in spite of the warning.
    case visitSite(category: ThreatKind)
    /// The person left the page at the warning.
    case leaveSite(category: ThreatKind)
    /// A frame of a page is a threat. It is reported once for a page.
    case iframeLoaded(category: ThreatKind)
    /// The person turned the protection on or off.
    case settingToggled(to: Bool)
    /// The service did not answer in time, and the page loaded.
    case matchesApiTimeout
    /// The service could not be reached or its answer could not be used, and the page loaded.
    case matchesApiFailure(any Error)
    /// The first download of a data set failed. The embedded set stays in use.
    case failedToDownloadInitialDataSets(category: ThreatKind, type: DataSetKind)
    /// Three updates of a data set have failed in a row.
    case failedToUpdateDataSets(category: ThreatKind, type: DataSetKind)
    /// A pattern could not be evaluated and counted as no match.
    case filterNotEvaluated(category: ThreatKind, reason: FilterFailure)
}

/// The reason why a filter was not evaluated.
public enum FilterFailure: String, Error, Hashable, Sendable {
    /// The time for one check was over. The filters after this one were not evaluated either.
    case timedOut
    /// The pattern is not a regular expression.
    case invalidPattern
    /// Matching needed more memory than the engine allows.
    case tooComplex
}
