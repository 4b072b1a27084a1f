private let feature = "SharedPackages/BrowserServicesKit/Sources/UserScripts/Script.swift"
private let wideEvent = "SharedPackages/WideEvent/Sources/WideEvent/Flow.swift"
private let pixelKit = "SharedPackages/PixelKit/Sources/PixelKit/Pixel.swift"
private let test = "Tests/CommonTests/SomeTests.swift"

extension LintCase {
    static let walls = imports + words + names

    private static let imports = [
        LintCase("walls", feature, "import Common\nimport Foundation\n"),
        LintCase("walls", feature, "// import Outbox\nlet text = \"import Outbox\"\n"),
        barred(feature, "import Outbox", "Outbox", featureWall),
        barred(feature, "@testable import Telemetry", "Telemetry", featureWall),
        barred(feature, "public import struct Outbox.Gate", "Outbox", featureWall),
        barred(feature, "@preconcurrency @_exported import BrowserApp", "BrowserApp", featureWall),
        barred(feature, "import Common; import BrowserApp", "BrowserApp", featureWall),
        LintCase("walls", wideEvent, "import Common\nimport Outbox\nimport Persistence\n"),
        barred(
            wideEvent,
            "import PixelKit",
            "PixelKit",
            "SharedPackages/WideEvent/ … Outbox is the seam between the two"
        ),
        barred(
            wideEvent,
            "import Telemetry",
            "Telemetry",
            "SharedPackages/WideEvent/ … WideEvent reports through an EventMapping"
        ),
        barred(
            pixelKit,
            "internal import WideEvent",
            "WideEvent",
            "SharedPackages/PixelKit/Sources/PixelKit/ … Outbox is the seam between the two"
        ),
        barred(
            pixelKit,
            "import Telemetry",
            "Telemetry",
            "SharedPackages/PixelKit/ … PixelKit reports through an EventMapping"
        ),
        LintCase("walls", "SharedPackages/PixelKit/Sources/PixelKitTesting/Doubles.swift", "import WideEvent\n"),
        barred(
            "SharedPackages/Outbox/Sources/Outbox/Gate.swift",
            "import Telemetry",
            "Telemetry",
            "SharedPackages/Outbox/ … Outbox knows no telemetry"
        ),
        LintCase("walls", "AppTarget/App.swift", "import PixelKit\nimport Telemetry\nimport WideEvent\n"),
    ]

    private static let featureWall =
        "SharedPackages/BrowserServicesKit/ … features report events; the app decides what is sent"

    private static func barred(_ path: String, _ text: String, _ module: String, _ wall: String) -> LintCase {
        LintCase(
            "walls",
            path,
            "\n" + text + "\n",
            finds: "2: " + wall.replacing("…", with: "may not import \(module):")
        )
    }

    private static let words = [
        LintCase(
            "walls",
            feature,
            "// A pixel is the app's affair.\n/* PixelKit /* nested */ */\nlet url = \"a//b\"\n"
        ),
        LintCase("walls", feature, "let text = \"//\" + pixel\n", finds: "1: “pixel” may stand in comments only here"),
        LintCase("walls", feature, "func firePixel() {}\n", finds: "1: “pixel” may stand in comments only here"),
        LintCase(
            "walls",
            feature,
            "let a = 1\nlet b = \"a pixel\"\n",
            finds: "2: “pixel” may stand in comments only here"
        ),
        LintCase(
            "walls",
            "SharedPackages/BrowserServicesKit/Sources/UserScripts/Pixels.swift",
            "",
            finds: "1: “pixel” may stand in comments only here"
        ),
        LintCase("walls", test, "try await clock.sleep(for: .seconds(1))\nfunc sleep(until: Int) {}\n// Task.sleep\n"),
        LintCase(
            "walls",
            test,
            "try await Task.sleep(for: .zero)\n",
            finds: "1: a test does not sleep; pass a clock in"
        ),
        LintCase(
            "walls",
            test,
            "\nThread.sleep(forTimeInterval: 1)\n",
            finds: "2: a test does not sleep; pass a clock in"
        ),
        LintCase("walls", test, "usleep(1)\nsleep(1)\n", finds: sleeps(1), sleeps(2)),
        LintCase("walls", test, "ContinuousClock().sleep(for: .zero)\n", finds: sleeps(1)),
        LintCase(
            "walls",
            test,
            "group.wait(timeout: .now())\n",
            finds: "1: a test does not wait for a time; await an event"
        ),
        LintCase("walls", feature, "try await Task.sleep(for: .zero)\n"),
    ]

    private static func sleeps(_ line: Int) -> String { "\(line): a test does not sleep; pass a clock in" }

    private static let names = [
        LintCase(
            "walls",
            pixelKit,
            "public enum PixelKit {}\n",
            finds: "1: enum PixelKit bears the name of its module and hides it"
        ),
        LintCase("walls", wideEvent, "protocol WideEventData {}\n// enum WideEvent {}\n"),
        LintCase("walls", "SharedPackages/Telemetry/Sources/Telemetry/Telemetry.swift", "public actor Telemetry {}\n"),
        LintCase(
            "walls",
            "SharedPackages/Telemetry/Sources/Telemetry/Telemetry.swift",
            "struct Telemetry {}\n",
            finds: "1: struct Telemetry bears the name of its module and hides it"
        ),
        LintCase("walls", "AppTarget/DevServer/Sources/DevServer/Server.swift", "struct BrowserApp {}\n"),
        LintCase(
            "walls",
            "AppTarget/App.swift",
            "@main struct BrowserApp {}\n",
            finds: "1: struct BrowserApp bears the name of its module and hides it"
        ),
    ]
}
