/// Renders a fire as the text of its requests. This is the only place that encodes values.
struct PixelRenderer: Sendable {
    /// The longest request line in bytes. Servers commonly refuse longer ones.
    static let requestLineLimit = 8192

    let environment: PixelEnvironment
    private var buffer: [UInt8] = []
    /// The parameters that the last query left out because they were NaN or infinite.
    private(set) var omittedCount = 0
    /// The reason why the parameters of the last query may not be sent, or `nil`.
    private(set) var lastRefusal: DropReason?

    init(environment: PixelEnvironment) { self.environment = environment }

    /// Returns the query of a fire with its leading `?`, or an empty text without parameters.
    mutating func query(of pixel: some Pixel, frequency: Frequency, error: ErrorChain?) -> String {
        buffer.removeAll(keepingCapacity: true)
        omittedCount = 0
        let parameters = pixel.parameters
        lastRefusal = !parameters.undeclared.isEmpty ? .undeclared : !parameters.tooComplex.isEmpty ? .tooComplex : nil
        append(parameters)
        if let error { append(error.parameters) }
        append(standardParameters(pixel.standardParameters, frequency))
        return String(decoding: buffer, as: UTF8.self)
    }

    /// Returns path and query of one leg, or `nil` if its request line would be too long.
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

    private func standardParameters(_ wanted: StandardParameters, _ frequency: Frequency) -> PixelParameters {
        var parameters = PixelParameters()
        if wanted.contains(.appVersion) { parameters.append("appVersion", .string(environment.appVersion)) }
        if wanted.contains(.pixelSource) {
            parameters.append("pixelSource", environment.pixelSource.map(PixelValue.string))
        }
        if wanted.contains(.sampleRate) {
            parameters.append("sample_rate", (frequency.share?.fraction).map(PixelValue.double))
        }
        return parameters
    }
}

/// Percent-encoding of RFC 3986, section 2, of all characters except `A–Z a–z 0–9 - . _ ~`.
enum PercentEncoding {
    private static let hexDigits: [UInt8] = Array("0123456789ABCDEF".utf8)

    private static let isUnreserved: [Bool] = (0..<256).map { byte in
        switch UInt8(byte) {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }

    /// Appends the encoded bytes of `text` to `bytes`.
    static func append(_ text: String, to bytes: inout [UInt8]) {
        for byte in text.utf8 {
            if isUnreserved[Int(byte)] {
                bytes.append(byte)
            } else {
                bytes.append(UInt8(ascii: "%"))
                bytes.append(hexDigits[Int(byte >> 4)])
                bytes.append(hexDigits[Int(byte & 15)])
            }
        }
    }
}
