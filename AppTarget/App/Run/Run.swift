import CommandLineKit

extension Command {
    #if canImport(DevServer)
    static let run = Command(
        "run", "[URL…]", summary: "Show everything at work, on this machine alone.",
        details: """
            Starts the local services, judges the given or some built-in addresses, shows each pixel as it arrives, and \
            prints the accounts. Without --data-dir it works in a temporary folder; --pixel-url and --services-url have \
            no effect. Exits with 0 only if the accounts balance and every pixel arrived.
            """
    ) { invocation in try await Demonstration(invocation).run() }
    #else
    static let run = Command(
        "run", "[URL…]", summary: "Show everything at work, on this machine alone.",
        details: "Not in this build: it was made with WITHOUT_DEVSERVER=1."
    ) { invocation in throw invocation.usage("This build has no local services; build it without WITHOUT_DEVSERVER=1.")
    }
    #endif
}
