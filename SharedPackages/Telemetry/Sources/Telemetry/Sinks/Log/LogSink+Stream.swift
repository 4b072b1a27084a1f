#if !canImport(os)
extension LogSink {
    /// Creates a sink that writes to standard error.
    ///
    /// - Parameters:
    ///   - name: The sink's name.
    ///   - level: Events that want less attention are left out.
    ///   - format: What a line looks like.
    public init(name: String = "log", level: TelemetryEvent.Level = .info, format: LogFormat = .text) {
        self.init(name: name, level: level, format: format, output: StreamOutput())
    }
}
#endif
