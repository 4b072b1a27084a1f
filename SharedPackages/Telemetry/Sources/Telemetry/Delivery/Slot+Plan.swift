extension Slot {
    /// Puts `sinks` in their places.
    ///
    /// - Throws: `TelemetryError` when the sinks cannot work together in this order.
    static func plan(_ sinks: [any TelemetrySink], options: DeliveryOptions) throws(TelemetryError) -> [Slot] {
        var places: [String: Int] = [:]
        for (place, sink) in sinks.enumerated() {
            guard places.updateValue(place, forKey: sink.name) == nil else { throw .duplicateSink(sink.name) }
        }
        var writers: [[Int]] = []
        for (place, sink) in sinks.enumerated() {
            var ofSink: [Int] = []
            for writer in sink.terms.readsFrom {
                guard let other = places[writer] else { throw .missingWriter(reader: sink.name, writer: writer) }
                guard other < place else { throw .wrongOrder(reader: sink.name, writer: writer) }
                guard sinks[other].innerLine == nil else {
                    throw .writerReturnsEarly(reader: sink.name, writer: writer)
                }
                ofSink.append(other)
            }
            writers.append(ofSink)
            try sink.terms.check(sink.name)
        }
        return sinks.indices.map { place in
            let readers = sinks.indices.filter { writers[$0].contains(place) }
            return Slot(sinks[place], writers: writers[place], readers: readers, options: options)
        }
    }
}

extension SinkTerms {
    fileprivate func check(_ name: String) throws(TelemetryError) {
        if let patience { try Limit.check(patience, "the patience of '\(name)'") }
        if let backlog { try Limit.check(backlog, "the backlog of '\(name)'") }
    }
}

extension DeliveryOptions {
    func check() throws(TelemetryError) {
        try Limit.check(capacity, "the capacity")
        try Limit.check(backlog, "the backlog")
        try Limit.check(patience, "the patience")
    }
}

private enum Limit {
    static func check(_ limit: Int, _ option: String) throws(TelemetryError) {
        guard limit > 0 else { throw .invalid(option: option, value: "\(limit)", expected: "at least 1") }
    }

    static func check(_ patience: Duration, _ option: String) throws(TelemetryError) {
        guard patience > .zero else {
            throw .invalid(option: option, value: "\(patience)", expected: "more than no time")
        }
    }
}
