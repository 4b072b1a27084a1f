import Common
import Primitives

/// What a pixel would look like on the wire, without firing it.
package struct PixelPreview: Sendable, Equatable {
    /// The complete name of each leg.
    package let names: [String]
    /// Why a leg would be refused whatever the store says; `nil` where it would not.
    package let refusals: [DropReason?]
    /// The query with its leading `?`, encoded; empty when nothing travels.
    package let query: String

    package init(_ pixel: some Pixel, frequency: Frequency, environment: PixelEnvironment) {
        let names = frequency.legs.map { leg in
            PixelName.joined(pixel.name, suffixes: pixel.suffixes, leg: leg.suffix, environment: environment)
        }
        var renderer = PixelRenderer(environment: environment)
        let query = renderer.query(
            of: PendingFire(
                pixel: pixel, frequency: frequency, openLegs: .max, firedAt: 0, error: pixel.error.map(ErrorChain.init),
                isDeclared: true, completion: nil))
        let isDeclared = pixel.allows(frequency) && !renderer.lastIsUndeclared
        refusals = names.map { name in
            if !isDeclared { return .undeclared }
            if !PixelName.isValid(name) || pixel.name.isEmpty { return .invalidName }
            return PixelRenderer.target(name: name, query: query) == nil ? .tooLong : nil
        }
        self.names = names
        self.query = query
    }
}
