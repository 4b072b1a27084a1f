// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .treatWarning("ExplicitSendable", as: .error),  // Every public type says whether it is Sendable.
    .enableUpcomingFeature("ExistentialAny"),  // Existentials are spelled `any`.
    .enableUpcomingFeature("InternalImportsByDefault"),  // A leaked dependency needs a visible `public import`.
    .enableUpcomingFeature("MemberImportVisibility"),  // Members come only from modules this file imports.
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),  // An async function stays on its caller's actor.
]

func library(_ name: String, in folder: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "SharedPackages/\(folder)/Sources/\(name)",
        swiftSettings: settings)
}

func program(_ name: String, at path: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, path: path, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, path: "Tests/\(name)", swiftSettings: settings)
}

func product(_ name: String) -> Product { .library(name: name, targets: [name]) }

/// SHA-256 where CryptoKit is missing.
let cryptoOnLinux: Target.Dependency = .target(name: "CCrypto", condition: .when(platforms: [.linux]))

/// The development server and what needs it; `WITHOUT_DEVSERVER=1` leaves them out where libmicrohttpd is missing.
let hasDevServer = Context.environment["WITHOUT_DEVSERVER"] != "1"
let devServerProducts: [Product] = [.executable(name: "devserver", targets: ["DevServerCommand"])]
let devServerTargets: [Target] = [
    .systemLibrary(
        name: "CMicrohttpd", path: "AppTarget/DevServer/Sources/CMicrohttpd", pkgConfig: "libmicrohttpd",
        providers: [.apt(["libmicrohttpd-dev"]), .brew(["libmicrohttpd"])]),
    .target(
        name: "DevServer", dependencies: ["CMicrohttpd"], path: "AppTarget/DevServer/Sources/DevServer",
        swiftSettings: settings),
    // Not `devserver`: where file names ignore case, that module would be `DevServer` again.
    program(
        "DevServerCommand", at: "AppTarget/DevServer/Sources/DevServerCommand", ["CommandLineSupport", "DevServer"]),
    tests("DevServerTests", ["DevServer", "DevServerCommand", "PixelKitTesting", "Subscription", "TestSupport"]),
    tests(
        "BrowserAppTests",
        [
            "BrowserApp", "CommandLineSupport", "Common", "DevServer", "MaliciousSiteProtection", "Outbox",
            "Persistence", "PixelKit", "PixelKitTesting", "Subscription", "Telemetry", "TelemetryTesting",
            "TestSupport", "UserScripts", "WideEvent",
        ]),
    tests("EndToEndTests", ["BrowserCommand", "DevServerCommand", "TestSupport"]),
    .target(
        name: "DeliveryTestSupport",
        dependencies: ["DevServer", "Outbox", "Persistence", "PixelKit", "PixelProbe", "StorageTestSupport"],
        path: "Tests/Helpers/DeliveryTestSupport", swiftSettings: settings),
    tests(
        "DeliveryTests",
        [
            "Common", "DeliveryTestSupport", "DevServer", "Outbox", "Persistence", "PixelKit", "PixelKitTesting",
            "PixelProbe", "StorageTestSupport",
        ]),
    program("PixelProbe", at: "Tests/Helpers/PixelProbe", ["Common", "Persistence", "PixelKit"]),
    tests(
        "SoakTests",
        [
            "DeliveryTestSupport", "DevServer", "Outbox", "Persistence", "PixelKit", "PixelKitTesting", "PixelProbe",
            "StorageTestSupport",
        ]),
]

let package = Package(
    name: "EventInstrumentation",
    platforms: [.macOS(.v15), .iOS(.v18)],  // The floor that `Mutex` sets.
    products: [
        product("Common"),
        product("MaliciousSiteProtection"),
        product("Outbox"),
        product("Persistence"),
        product("PixelDefinitions"),
        product("PixelKit"),
        product("PixelKitTesting"),
        product("Subscription"),
        product("Telemetry"),
        product("TelemetryTesting"),
        product("UserScripts"),
        product("WideEvent"),
        .plugin(name: "PixelCodegen", targets: ["PixelCodegen"]),
        .executable(name: "pixels", targets: ["pixels"]),
        .executable(name: "browser", targets: ["BrowserCommand"]),
    ] + (hasDevServer ? devServerProducts : []),
    targets: [
        library("Common", in: "BrowserServicesKit"),
        .systemLibrary(
            name: "CCrypto", path: "SharedPackages/BrowserServicesKit/Sources/CCrypto", pkgConfig: "libcrypto",
            providers: [.apt(["libssl-dev"])]),
        library("MaliciousSiteProtection", in: "BrowserServicesKit", ["Common", cryptoOnLinux]),
        library("Subscription", in: "BrowserServicesKit", ["Common", "WideEvent"]),
        library("UserScripts", in: "BrowserServicesKit", ["Common"]),
        .systemLibrary(name: "CSQLite", path: "SharedPackages/Persistence/Sources/CSQLite"),
        library("Persistence", in: "Persistence", ["CSQLite"]),
        library("Outbox", in: "Outbox", ["Persistence"]),
        library("PixelKit", in: "PixelKit", ["Common", "Outbox", "Persistence"]),
        library("PixelDefinitions", in: "PixelKit"),
        program("pixels", at: "SharedPackages/PixelKit/Sources/pixels", ["PixelDefinitions"]),
        .plugin(
            name: "PixelCodegen", capability: .buildTool(), dependencies: ["pixels"],
            path: "SharedPackages/PixelKit/Plugins/PixelCodegen"),
        library(
            "PixelKitTesting", in: "PixelKit",
            ["Common", "Outbox", "Persistence", "PixelKit", "Subscription", "WideEvent"]),
        library("WideEvent", in: "WideEvent", ["Common", "Outbox", "Persistence"]),
        library("Telemetry", in: "Telemetry"),
        library("TelemetryTesting", in: "Telemetry", ["Telemetry"]),
        .target(name: "CommandLineSupport", path: "AppTarget/CommandLineSupport", swiftSettings: settings),
        .target(
            name: "BrowserApp",
            dependencies: [
                "CommandLineSupport", "Common", "MaliciousSiteProtection", "Persistence", "PixelKit", "Subscription",
                "Telemetry", "UserScripts", "WideEvent",
            ] + (hasDevServer ? ["DevServer"] : []),
            // The whole folder, for the plugin looks for the definitions in the target's.
            path: "AppTarget", exclude: ["Command", "CommandLineSupport", "DevServer", "PixelDefinitions"],
            sources: ["App"],
            swiftSettings: settings, plugins: ["PixelCodegen"]),
        program("BrowserCommand", at: "AppTarget/Command", ["BrowserApp", "CommandLineSupport"]),
        .target(name: "AllocationCounter", path: "Tests/Benchmarks/AllocationCounter"),
        program(
            "benchmarks", at: "Tests/Benchmarks/Benchmarks",
            [
                "AllocationCounter", "BrowserCommand", "CSQLite", "Common", "MaliciousSiteProtection", "Outbox",
                "Persistence", "PixelDefinitions", "PixelKit", "Telemetry", "WideEvent",
            ]),
        .target(name: "TestSupport", path: "Tests/Helpers/TestSupport", swiftSettings: settings),
        program("TelemetryCrashHelper", at: "Tests/Helpers/TelemetryCrashHelper", ["Telemetry"]),
        tests(
            "AppTargetTests",
            [
                "BrowserApp", "Common", "Outbox", "Persistence", "PixelDefinitions", "PixelKit", "PixelKitTesting",
                "PurchaseProbe", "StorageTestSupport", "Subscription", "TestSupport", "WideEvent",
            ]),
        tests("CommonTests", ["Common"]),
        tests("DocumentationTests", ["TestSupport"]),
        tests("MaliciousSiteProtectionTests", ["MaliciousSiteProtection", "Common", "PixelKitTesting"]),
        .testTarget(
            name: "PixelCodegenTests", dependencies: ["PixelDefinitions", "PixelKit", "TestSupport", "WideEvent"],
            path: "Tests/PixelCodegenTests", exclude: ["PixelDefinitions"], swiftSettings: settings,
            plugins: ["PixelCodegen"]),
        .testTarget(
            name: "PixelDefinitionsTests", dependencies: ["PixelDefinitions", "TestSupport"],
            path: "Tests/PixelDefinitionsTests", exclude: ["Corpus"], swiftSettings: settings),
        tests("OutboxTests", ["Outbox", "Persistence", "StorageProbe", "StorageTestSupport"]),
        tests("PersistenceTests", ["Persistence", "StorageProbe", "StorageTestSupport"]),
        program(
            "PurchaseProbe", at: "Tests/Helpers/PurchaseProbe",
            ["BrowserApp", "Common", "Outbox", "Persistence", "Subscription", "WideEvent"]),
        program("StorageProbe", at: "Tests/Helpers/StorageProbe", ["Outbox", "Persistence"]),
        .target(
            name: "StorageTestSupport", dependencies: ["Persistence", "TestSupport"],
            path: "Tests/Helpers/StorageTestSupport", swiftSettings: settings),
        tests("TelemetryTests", ["Telemetry", "TelemetryTesting", "TelemetryCrashHelper", "TestSupport"]),
        program("LocaleProbe", at: "Tests/Helpers/LocaleProbe", ["Outbox", "PixelKit", "PixelKitTesting"]),
        tests(
            "PixelKitTests",
            ["Common", "LocaleProbe", "Outbox", "Persistence", "PixelKit", "PixelKitTesting", "TestSupport"]),
        tests("ToolingTests", ["TestSupport"]),
        tests(
            "SubscriptionTests",
            ["Subscription", "Common", "Persistence", "PixelKitTesting", "TestSupport", "WideEvent"]),
        tests("UserScriptsTests", ["UserScripts", "Common", "PixelKitTesting"]),
        tests(
            "WideEventTests",
            ["WideEvent", "Common", "Outbox", "Persistence", "PixelKit", "PixelKitTesting", "StorageTestSupport"]),
    ] + (hasDevServer ? devServerTargets : []),
    swiftLanguageModes: [.v6]
)
