import CommandLineKit
import Foundation
import PixelKit

extension Command {
    static let flush = Command(
        "flush", summary: "Send what waits.",
        details: "Exits with 1 when requests still wait at the deadline.",
        options: [Option("--deadline", "SECONDS", help: "How long to try; 5 by default.")]
    ) { invocation in
        guard invocation.arguments.isEmpty else { throw invocation.usage("'flush' takes no arguments.") }
        let text = invocation.value("--deadline") ?? "5"
        guard let seconds = Double(text), seconds.isFinite, (0...86_400).contains(seconds) else {
            throw invocation.usage("--deadline is '\(text.printable)'; use seconds from 0 to 86400.")
        }
        return try await invocation.withApp(flushing: false) { app in
            let result = await invocation.console.showing("Sending to \(app.configuration.pixelURL.absoluteString)…") {
                await app.pixels.flush(timeout: .seconds(seconds))
            }
            guard result != .drained else {
                invocation.print(["result": "drained", "pending": 0], or: "Nothing waits.")
                return .success
            }
            let pending = try await app.pixels.accounts().pending
            invocation.print(
                ["result": "timedOut", "pending": pending],
                or: pending == 1 ? "1 still waits." : "\(pending) still wait.")
            return .failure
        }
    }
}
