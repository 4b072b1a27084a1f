/// A sink that delivers to others on a runner of its own.
protocol SinkRelay: TelemetrySink {
    var line: SinkLine { get }
}

extension TelemetrySink {
    /// The line behind the sink, also where the sink is wrapped.
    var innerLine: SinkLine? {
        if let relay = self as? any SinkRelay { return relay.line }
        return downstream.count == 1 ? downstream[0].innerLine : nil
    }

    /// The name of the sink's type, whatever its terms.
    var typeName: String {
        if let adjusted = self as? AdjustedSink { return adjusted.downstream[0].typeName }
        return "\(type(of: self))"
    }
}
