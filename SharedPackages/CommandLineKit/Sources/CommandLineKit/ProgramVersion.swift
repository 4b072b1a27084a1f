/// The version that the programs of this package report.
package enum ProgramVersion {
    /// `0.1.0` until the first release says otherwise.
    package static let current = "0.1.0"
}
