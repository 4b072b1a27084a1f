/// What a pixel would look like on the wire, without firing it.
package struct PixelPreview: Sendable, Equatable {
    /// The complete name of each leg.
    package let names: [String]
    /// The query with its leading `?`, encoded; empty when nothing travels.
    package let query: String

    package init(_ pixel: some Pixel, frequency: Frequency, environment: PixelEnvironment) {
        names = frequency.legs.map { leg in
            PixelName.joined(pixel.name, suffixes: pixel.suffixes, leg: leg.suffix, environment: environment)
        }
        var renderer = PixelRenderer(environment: environment)
        query = renderer.query(
            of: PendingFire(
                pixel: pixel, frequency: frequency, openLegs: .max, firedAt: 0, error: pixel.error.map(ErrorChain.init),
                isDeclared: true, completion: nil))
    }
}
