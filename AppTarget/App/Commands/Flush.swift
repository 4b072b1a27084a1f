import CommandLineSupport
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
            throw invocation.usage("--deadline is '\(text)'; use seconds from 0 to 86400.")
        }
        let app = CompositionRoot(try invocation.configuration())
        let result = await app.pixels.flush(timeout: .seconds(seconds))
        _ = await app.pixels.shutdown(timeout: .zero)
        switch result {
        case .drained, .stopped:
            invocation.print(["result": "drained", "pending": 0], or: "Nothing waits.")
            return .success
        case .timedOut(let pending):
            invocation.print(["result": "timedOut", "pending": pending], or: "\(pending) still wait.")
            return .failure
        }
    }
}
