/// The requests of a pixel, without firing it.
package struct PixelPreview: Sendable, Equatable {
    /// The complete name of each leg.
    package let names: [String]
    /// The reason why PixelKit would refuse a leg, or `nil`.
    package let refusals: [DropReason?]
    /// The encoded query with its leading `?`. Empty without parameters.
    package let query: String

    package init(_ pixel: some Pixel, frequency: Frequency, environment: PixelEnvironment) {
        let names = frequency.legs.map { leg in
            PixelName.joined(pixel.name, suffixes: pixel.suffixes, leg: leg.suffix, environment: environment)
        }
        var renderer = PixelRenderer(environment: environment)
        let query = renderer.query(of: pixel, frequency: frequency, error: pixel.error.map(ErrorChain.init))
        let refusal = pixel.allows(frequency) ? renderer.lastRefusal : .undeclared
        refusals = names.map { name in
            if let refusal { return refusal }
            if !PixelName.isValid(name) || pixel.name.isEmpty { return .invalidName }
            return PixelRenderer.target(name: name, query: query) == nil ? .tooLong : nil
        }
        self.names = names
        self.query = query
    }
}
