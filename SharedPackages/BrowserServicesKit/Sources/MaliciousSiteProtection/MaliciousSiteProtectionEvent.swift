/// What the protection against malicious sites reports to the app.
///
/// Nothing in an event tells which page was concerned.
public enum MaliciousSiteProtectionEvent: Sendable {
    /// A warning took the place of a page.
    ///
    /// `clientSideHit` says whether a local filter found the threat (`true`) or the service (`false`). It is `nil` unless
    /// the category's filter set holds more than 100 filters: a small set would tell too much about the page.
    case errorPageShown(category: ThreatKind, clientSideHit: Bool?)
    /// The person went on to the page in spite of the warning.
    case visitSite(category: ThreatKind)
    /// The person left at the warning.
    case leaveSite(category: ThreatKind)
    /// A page held a frame with a threat.
    case iframeLoaded(category: ThreatKind)
    /// The person turned the protection on or off.
    case settingToggled(to: Bool)
    /// The service did not answer in time; the page was let through.
    case matchesApiTimeout
    /// The service could not be asked or gave no usable answer; the page was let through.
    case matchesApiFailure(any Error)
    /// A data set that had never been downloaded could not be; the embedded one stays in use.
    case failedToDownloadInitialDataSets(category: ThreatKind, type: DataSetKind)
    /// A pattern gave no answer and counted as no match.
    case filterNotEvaluated(category: ThreatKind, reason: FilterFailure)
}

/// Why a filter pattern gave no answer.
public enum FilterFailure: String, Hashable, Sendable {
    /// Matching took longer than a check may take.
    case timedOut
    /// The pattern is not a regular expression.
    case invalidPattern
    /// Matching needed more memory than the engine allows.
    case tooComplex
}
