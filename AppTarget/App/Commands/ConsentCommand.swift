import CommandLineKit
import PixelKit

extension Command {
    static let consent = Command(
        "consent", "granted|pending|denied|status", summary: "Show or change whether measurements are sent.",
        details: """
            'pending' keeps them and sends nothing. 'denied' erases what waits and keeps nothing from then on.
            """
    ) { invocation in
        guard invocation.arguments.count == 1, let word = invocation.arguments.first else {
            throw invocation.usage("Say granted, pending, denied or status.")
        }
        let wanted = Consent(rawValue: word)
        guard wanted != nil || word == "status" else {
            let guess = suggestion(for: word, in: ["granted", "pending", "denied", "status"])
            throw invocation.usage("'\(word.printable)' is no consent; use granted, pending, denied or status.\(guess)")
        }
        return try await invocation.withApp { app in
            var isDone = true
            if let wanted { isDone = await app.pixels.set(wanted) }
            let consent = try await app.pixels.consent()
            invocation.print(["consent": consent.rawValue, "done": isDone], or: "consent \(consent.rawValue)")
            if !isDone { invocation.console.printError("browser: not finished yet; it goes on at the next start.") }
            return isDone ? .success : .failure
        }
    }
}
