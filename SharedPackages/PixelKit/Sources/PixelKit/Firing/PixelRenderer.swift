/// Turns a fire into the text of its requests: each value is encoded once, here.
struct PixelRenderer: Sendable {
    /// The longest request line that is sent; servers commonly refuse longer ones.
    static let requestLineLimit = 8192

    let environment: PixelEnvironment
    private var buffer: [UInt8] = []
    /// Parameters left out of the last query because they were NaN or infinite.
    private(set) var omittedCount = 0
    /// Whether the last query had a parameter that its definition does not allow.
    private(set) var lastIsUndeclared = false

    init(environment: PixelEnvironment) { self.environment = environment }

    /// The query of a fire, with its leading `?`; empty when nothing travels.
    mutating func query(of fire: PendingFire) -> String {
        buffer.removeAll(keepingCapacity: true)
        omittedCount = 0
        let parameters = fire.pixel.parameters
        lastIsUndeclared = !parameters.undeclared.isEmpty
        append(parameters)
        if let error = fire.error { append(error.parameters) }
        append(standardParameters(of: fire))
        return String(decoding: buffer, as: UTF8.self)
    }

    /// Path and query of one leg, or `nil` when its request line would be too long.
    static func target(name: String, query: String) -> String? {
        let fixed = "GET /t/".utf8.count + " HTTP/1.1\r\n".utf8.count
        guard fixed + name.utf8.count + query.utf8.count <= requestLineLimit else { return nil }
        return "/t/\(name)\(query)"
    }

    private mutating func append(_ parameters: PixelParameters) {
        for item in parameters.items {
            guard let text = item.value.text else {
                omittedCount += 1
                continue
            }
            buffer.append(UInt8(ascii: buffer.isEmpty ? "?" : "&"))
            PercentEncoding.append(item.key, to: &buffer)
            buffer.append(UInt8(ascii: "="))
            PercentEncoding.append(text, to: &buffer)
        }
    }

    private func standardParameters(of fire: PendingFire) -> PixelParameters {
        let wanted = fire.pixel.standardParameters
        var parameters = PixelParameters()
        if wanted.contains(.appVersion) { parameters.append("appVersion", .string(environment.appVersion)) }
        if wanted.contains(.pixelSource) {
            parameters.append("pixelSource", environment.pixelSource.map(PixelValue.string))
        }
        if wanted.contains(.sampleRate) {
            parameters.append("sample_rate", (fire.frequency.share?.fraction).map(PixelValue.double))
        }
        return parameters
    }
}
