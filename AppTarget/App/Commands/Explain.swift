import CommandLineSupport
package import PixelKit

extension Command {
    static let explain = Command(
        "explain", "PIXEL", summary: "Tell what would happen to a pixel now, and why.",
        details: "Nothing is fired. PIXEL is a name without suffixes: "
            + AppPixels.samples.map(\.pixel.name).joined(separator: ", ") + "."
    ) { invocation in
        guard invocation.arguments.count == 1, let name = invocation.arguments.first else {
            throw invocation.usage("Name one pixel, without suffixes.")
        }
        guard let sample = AppPixels.samples.first(where: { $0.pixel.name == name }) else {
            let guess = suggestion(for: name, in: AppPixels.samples.map(\.pixel.name))
            throw invocation.usage("'\(name.printable)' is no pixel of this app.\(guess)")
        }
        return try await invocation.withApp { app in
            for leg in try await app.pixels.explain(sample.pixel, frequency: sample.frequency).legs {
                invocation.print(
                    ["pixel": leg.name, "queued": leg.isQueued, "reason": leg.reason], or: "\(leg.name): \(leg.reason)")
            }
            return .success
        }
    }
}

/// Every pixel of the app, with some value for each of its parameters.
package enum AppPixels {
    /// A pixel, and the frequency that its mapper gives it.
    package struct Sample: Sendable {
        package let pixel: any Pixel
        package let frequency: Frequency
    }

    private struct SampleError: Error {}

    package static var samples: [Sample] {
        let pixels: [(MaliciousSiteProtectionPixel, Frequency?)] = [
            (.errorPageShown(category: .phishing, clientSideHit: true), nil), (.visitSite(category: .phishing), nil),
            (.leaveSite(category: .phishing), nil), (.iframeLoaded(category: .phishing), nil),
            (.featureToggled(newState: true), nil), (.clientTimeout, nil),
            (.matchesApiError(error: SampleError()), .dailyAndCountByError),
            (.failedToFetchInitialDatasets(category: .phishing, type: .hashPrefixSet), .dailyAndCountByDataSet),
        ]
        return pixels.map { Sample(pixel: $0, frequency: $1 ?? $0.frequency) }
    }
}
