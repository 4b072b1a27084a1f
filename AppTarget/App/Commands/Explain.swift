import CommandLineKit
import PixelKit

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
