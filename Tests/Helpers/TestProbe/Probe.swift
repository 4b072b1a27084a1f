import Foundation

/// A process for tests that need several of them, or one that they can kill.
///
/// A probe that takes commands prints `ready` first. It ends with its input.
@main struct Probe {
    static func main() async throws {
        var arguments = CommandLine.arguments.dropFirst()
        let probe = arguments.popFirst()
        let rest = Array(arguments)
        switch probe {
        case "storage": try await StorageProbe.run(rest)
        case "pixels": try await PixelProbe.run(rest)
        case "locale": try await LocaleProbe.run()
        case "purchase": try await PurchaseProbe.run(rest)
        #if canImport(CCurl)
        case "network": try await NetworkProbe.run(rest)
        #endif
        case "telemetry": try await TelemetryProbe.run(rest)
        default: misused()
        }
    }
}

/// Writes a line at once: `print` buffers what goes into a pipe.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

/// Prints how the probes are called, and ends the process.
func misused() -> Never {
    let usage = """
        Usage: TestProbe storage increment|append|claim|deny FOLDER COUNT
               TestProbe pixels FOLDER ENDPOINT CONSENT
               TestProbe locale
               TestProbe purchase crash|crash-waiting|complete FOLDER COUNT
               TestProbe telemetry run|finish FOLDER
               TestProbe telemetry log
               TestProbe network clients|look-up
               TestProbe network send URL…

        """
    FileHandle.standardError.write(Data(usage.utf8))
    exit(64)
}
