import CommandLineKit
import MaliciousSiteProtection

extension Command {
    static let settings = Command(
        "settings", "[malicious-site-protection on|off]", summary: "Show or change a setting.",
        details: "Kept in the data folder. A change is reported by a pixel."
    ) { invocation in
        let name = "malicious-site-protection"
        guard invocation.arguments.count <= 2, (invocation.arguments.first ?? name) == name else {
            let guess = suggestion(for: invocation.arguments[0], in: [name])
            throw invocation.usage(
                "'\(invocation.arguments.joined(separator: " ").printable)' is no setting; use \(name) on|off.\(guess)")
        }
        let wanted: Bool? =
            switch invocation.arguments.dropFirst().first {
            case nil: nil
            case "on": true
            case "off": false
            case let word?: throw invocation.usage("'\(word.printable)' is neither on nor off.")
            }
        return try await invocation.withApp { app in
            if let wanted { try app.navigation.turn(on: wanted) }
            let isOn = app.navigation.isOn
            invocation.print(["setting": name, "on": isOn], or: "\(name) \(isOn ? "on" : "off")")
            return .success
        }
    }
}
