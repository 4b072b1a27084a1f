import CommandLineSupport
import PixelKit

extension Command {
    static let explain = Command(
        "explain", "PIXEL", summary: "Tell what would happen to a pixel now, and why.",
        details: "PIXEL is a name without suffixes; nothing is fired."
    ) { invocation in
        guard invocation.arguments.count == 1, let name = invocation.arguments.first else {
            throw invocation.usage("Name one pixel, without suffixes.")
        }
        guard let sample = AppPixels.samples.first(where: { $0.pixel.name == name }) else {
            let guess =
                nearest(to: name, in: AppPixels.samples.map(\.pixel.name)).map { " Did you mean '\($0)'?" } ?? ""
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
