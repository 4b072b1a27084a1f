import CommandLineSupport
import MaliciousSiteProtection
package import PixelKit

extension Command {
    static let explain = Command(
        "explain", "PIXEL", summary: "Tell what would happen to a pixel now, and why.",
        details: "PIXEL is a name without suffixes; nothing is fired."
    ) { invocation in
        guard invocation.arguments.count == 1, let name = invocation.arguments.first else {
            throw invocation.usage("Name one pixel, without suffixes.")
        }
        guard let pixel = AppPixels.samples.first(where: { $0.name == name }) else {
            let guess = nearest(to: name, in: AppPixels.samples.map(\.name)).map { " Did you mean '\($0)'?" } ?? ""
            throw invocation.usage("'\(name)' is no pixel of this app.\(guess)")
        }
        return try await invocation.withApp { app in
            for leg in try await app.pixels.explain(pixel).legs {
                invocation.print(
                    ["pixel": leg.name, "queued": leg.isQueued, "reason": leg.reason], or: "\(leg.name): \(leg.reason)")
            }
            return .success
        }
    }
}

/// Every pixel of the app, with some value for each of its parameters.
package enum AppPixels {
    private struct SampleError: Error {}

    package static var samples: [any Pixel] {
        let pixels: [MaliciousSiteProtectionPixel] = [
            .errorPageShown(category: .phishing, clientSideHit: nil), .visitSite(category: .phishing),
            .leaveSite(category: .phishing), .iframeLoaded(category: .phishing), .featureToggled(newState: true),
            .clientTimeout, .matchesAPIError(SampleError()),
            .failedToFetchInitialDatasets(category: .phishing, type: .hashPrefixSet),
        ]
        return pixels
    }
}
