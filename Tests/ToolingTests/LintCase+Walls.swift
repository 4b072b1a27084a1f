private let feature = file("BrowserServicesKit", "UserScripts")
private let detector = file("BrowserServicesKit", "MaliciousSiteProtection")
private let flow = file("WideEvent", "WideEvent")
private let pixel = file("PixelKit", "PixelKit")
private let double = file("PixelKit", "PixelKitTesting")
private let sink = file("Telemetry", "Telemetry")
private let rule = file("Definitions", "JSONSchema")
private let locked = file("Primitives", "Primitives")
private let client = file("Networking", "Networking")
private let app = "AppTarget/App/App.swift"
private let test = "Tests/CommonTests/SomeTests.swift"

private func file(_ package: String, _ module: String) -> String {
    "SharedPackages/\(package)/Sources/\(module)/File.swift"
}

extension LintCase {
    static let walls = imports + words + once + names + layout

    private static let imports =
        [
            wall(feature, "import Common\nimport Foundation\n"),
            wall(feature, "// import Outbox\nlet text = \"import Outbox\"\n"),
            wall(flow, "import Common\nimport Outbox\nimport Persistence\nimport Primitives\n"),
            wall(client, "import CCurl\nimport Primitives\n"),
            wall(app, "import DevServer\nimport PixelKit\nimport Telemetry\nimport WideEvent\n"),
            wall("AppTarget/Command/main.swift", "import BrowserApp\nimport CommandLineKit\n"),
            wall("Tests/Benchmarks/Benchmarks/Storage.swift", "import CSQLite\nimport PixelKit\n"),
            wall(
                feature, "import PixelKit\n",
                finds: "1: UserScripts may not import PixelKit: \(featureWall)", pixelWord(1)),
            wall(
                file("New", "Novelty"), "import Foundation\n",
                finds: "1: Novelty has no row among the modules of check-walls.py: add what it may import"),
        ]
        + barred(feature, ["Outbox", "JSONSchema", "Telemetry", "BrowserApp"], featureWall)
        + barred(detector, ["WideEvent", "CSQLite"], featureWall)
        + barred(flow, ["PixelKit", "PixelKitTesting", "Telemetry"], clients)
        + barred(pixel, ["WideEvent", "Telemetry", "Persistence"], clients)
        + barred(double, ["Subscription", "WideEvent"], "a testing product brings only what it tests")
        + barred(sink, ["Common", "Networking", "Persistence"], "telemetry stands alone")
        + barred(locked, ["Common", "Networking"], "everything is built on it")
        + barred(client, ["Common", "Outbox"], "it knows HTTP and none of its callers")
        + barred(rule, ["Primitives", "CommandLineKit"], "it knows JSON and no pixels")
        + [
            barred(feature, "@testable import Telemetry", "Telemetry", featureWall),
            barred(feature, "public import struct Outbox.Gate", "Outbox", featureWall),
            barred(feature, "@preconcurrency @_exported import BrowserApp", "BrowserApp", featureWall),
            barred(feature, "import Common; import BrowserApp", "BrowserApp", featureWall),
        ]

    private static let featureWall = "features report events, the app decides what is sent"
    private static let clients =
        "PixelKit and WideEvent are equal clients of Outbox and report through an EventMapping"

    private static let words = [
        wall(feature, "// A pixel is the app's affair.\n/* PixelKit /* nested */ */\nlet url = \"a//b\"\n"),
        wall(feature, "let text = \"//\" + pixel\n", finds: pixelWord(1)),
        wall(feature, "func firePixel() {}\n", finds: pixelWord(1)),
        wall(feature, "let a = 1\nlet b = \"a pixel\"\n", finds: pixelWord(2)),
        wall("SharedPackages/BrowserServicesKit/Sources/UserScripts/Pixels.swift", "", finds: pixelWord(1)),
        wall(rule, "// A pixel's parameter.\nstruct SchemaRule {}\n"),
        wall(rule, "struct PixelRule {}\n", finds: pixelWord(1)),
        wall(pixel, "struct PixelRule {}\n"),
        wall(test, "try await clock.sleep(for: .seconds(1))\nfunc sleep(until: Int) {}\n// Task.sleep\n"),
        wall(test, "try await Task.sleep(for: .zero)\n", finds: sleeps(1)),
        wall(test, "\nThread.sleep(forTimeInterval: 1)\n", finds: sleeps(2)),
        wall(test, "usleep(1)\nsleep(1)\n", finds: sleeps(1), sleeps(2)),
        wall(test, "ContinuousClock().sleep(for: .zero)\n", finds: sleeps(1)),
        wall(
            test, "group.wait(timeout: .now())\n", finds: "1: a test does not wait for a time; await an event"),
        wall(feature, "try await Task.sleep(for: .zero)\n"),
    ]

    private static func pixelWord(_ line: Int) -> String { "\(line): “pixel” may stand in comments only here" }
    private static func sleeps(_ line: Int) -> String { "\(line): a test does not sleep; pass a clock in" }

    private static let once = [
        wall(locked, "public import Synchronization\nlet lock = NSLock()\n"),
        wall("Tests/AppleStubs/os.swift", "public struct OSAllocatedUnfairLock<State> {}\n"),
        wall(sink, "import Synchronization\n", finds: synchronization),
        wall(test, "import struct Synchronization.Atomic\n", finds: synchronization),
        wall(flow, "let lock = NSLock()\n", finds: lock),
        wall(test, "var lock = os_unfair_lock_s()\n", finds: lock),
        wall(client, "import FoundationNetworking\nlet session = URLSession.shared\n"),
        wall(test, "let session = URLSession(configuration: .ephemeral)\n"),
        wall(flow, "// URLSession\nlet note = \"URLSession\"\n"),
        wall(detector, "let session: URLSession = URLSession.shared\n", finds: http),
        wall(app, "import FoundationNetworking\n", finds: http),
        wall(app, "curl_easy_perform(handle)\n", finds: http),
        wall(locked, "public struct ErrorChain {}\nfinal class Locked<Value> {}\n"),
        wall(
            flow, "struct ErrorChain {}\n",
            finds: "1: ErrorChain is defined in SharedPackages/Primitives/ and nowhere else: import it"),
        wall(
            test, "\nprivate final class Locked {}\n",
            finds: "2: Locked is defined in SharedPackages/Primitives/ and nowhere else: import it"),
        wall(
            pixel, "actor HTTPClient {}\n",
            finds: "1: HTTPClient is defined in SharedPackages/Networking/ and nowhere else: import it"),
        wall(pixel, "extension ErrorChain {}\nstruct ErrorChainLimit {}\n"),
    ]

    private static let synchronization = "1: only Primitives imports Synchronization: use Locked"
    private static let lock = "1: Primitives holds the one lock: use Locked"
    private static let http = "1: Networking holds the one HTTP code: use HTTPClient"

    private static let names = [
        wall(pixel, "public enum PixelKit {}\n", finds: ownName("enum PixelKit")),
        wall(flow, "protocol WideEventData {}\n// enum WideEvent {}\n"),
        wall(sink, "public actor Telemetry {}\n"),
        wall(sink, "struct Telemetry {}\n", finds: ownName("struct Telemetry")),
        wall("AppTarget/DevServer/Sources/DevServer/Server.swift", "struct BrowserApp {}\n"),
        wall(app, "@main struct BrowserApp {}\n", finds: ownName("struct BrowserApp")),
        wall("SharedPackages/Definitions/Plugins/PixelCodegen/Plugin.swift", "struct PixelCodegen {}\n"),
    ]

    private static func ownName(_ type: String) -> String { "1: \(type) bears the name of its module and hides it" }

    private static let layout = [
        wall("Package.swift", ""),
        wall("Docs/Sample/Package.swift", ""),
        wall(
            "SharedPackages/Outbox/Package.swift", "",
            finds: "1: the package has one manifest: declare the targets in Package.swift"),
        wall(
            "Notes.md", "",
            finds: "1: the root holds only what check-walls.py lists: move it into one of the folders"),
    ]

    private static func wall(_ path: String, _ text: String, finds findings: String...) -> LintCase {
        LintCase("walls", path, text, finds: findings)
    }

    private static func barred(_ path: String, _ modules: [String], _ wall: String) -> [LintCase] {
        modules.map { barred(path, "import \($0)", $0, wall) }
    }

    private static func barred(_ path: String, _ text: String, _ module: String, _ reason: String) -> LintCase {
        let importer = path.split(separator: "/")[3]
        return wall(path, "\n" + text + "\n", finds: "2: \(importer) may not import \(module): \(reason)")
    }
}
