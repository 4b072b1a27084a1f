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

/// HTTP where `URLSession` repeats requests and keeps a core busy.
let curlOnLinux: Target.Dependency = .target(name: "CCurl", condition: .when(platforms: [.linux]))

/// The development server and what needs it; `WITHOUT_DEVSERVER=1` leaves them out where libmicrohttpd is missing.
let hasDevServer = Context.environment["WITHOUT_DEVSERVER"] != "1"
let devServerProducts: [Product] = [.executable(name: "devserver", targets: ["DevServerCommand"])]
let devServerTargets: [Target] = [
    .systemLibrary(
        name: "CMicrohttpd", path: "AppTarget/DevServer/Sources/CMicrohttpd", pkgConfig: "libmicrohttpd",
        providers: [.apt(["libmicrohttpd-dev"]), .brew(["libmicrohttpd"])]),
    .target(
        name: "DevServer", dependencies: ["CMicrohttpd", "Persistence", "PixelDefinitions", "Primitives"],
        path: "AppTarget/DevServer/Sources/DevServer",
        // In the program, so that it needs no other file where it runs.
        resources: [.embedInCode("Inspector/Page")], swiftSettings: settings),
    // Not `devserver`: where file names ignore case, that module would be `DevServer` again.
    program(
        "DevServerCommand", at: "AppTarget/DevServer/Sources/DevServerCommand",
        ["CommandLineKit", "DevServer", "Primitives"]),
    tests(
        "DevServerTests",
        [
            "DevServer", "DevServerCommand", "PixelDefinitions", "PixelKitTesting", "Primitives", "Subscription",
            "TestSupport",
        ]),
    tests(
        "BrowserAppTests",
        [
            "BrowserApp", "CommandLineKit", "Common", "DevServer", "MaliciousSiteProtection", "Networking", "Outbox",
            "Persistence", "PixelKit", "PixelKitTesting", "Primitives", "Subscription", "Telemetry",
            "TelemetryTesting", "TestSupport", "UserScripts", "WideEvent",
        ]),
    tests("EndToEndTests", ["BrowserCommand", "DevServerCommand", "Primitives", "TestSupport"]),
    .target(
        name: "DeliveryTestSupport",
        dependencies: ["DevServer", "Outbox", "PixelKit", "Primitives", "TestProbe", "TestSupport"],
        path: "Tests/Helpers/DeliveryTestSupport", swiftSettings: settings),
    tests(
        "SoakTests",
        [
            "DeliveryTestSupport", "DevServer", "PixelKit", "PixelKitTesting", "Primitives", "TestProbe", "TestSupport",
        ]),
]

let package = Package(
    name: "EventInstrumentation",
    platforms: [.macOS(.v13), .iOS(.v16)],  // The floor that `Duration` and the unfair lock set.
    products: [
        product("Common"),
        product("MaliciousSiteProtection"),
        product("Outbox"),
        product("Persistence"),
        product("PixelDefinitions"),
        product("PixelKit"),
        product("PixelKitTesting"),
        product("Subscription"),
        product("SubscriptionTesting"),
        product("Telemetry"),
        product("TelemetryTesting"),
        product("UserScripts"),
        product("WideEvent"),
        product("WideEventTesting"),
        .plugin(name: "PixelCodegen", targets: ["PixelCodegen"]),
        .executable(name: "pixels", targets: ["pixels"]),
        .executable(name: "browser", targets: ["BrowserCommand"]),
    ] + (hasDevServer ? devServerProducts : []),
    targets: [
        library("Primitives", in: "Primitives"),
        .systemLibrary(
            name: "CCurl", path: "SharedPackages/Networking/Sources/CCurl", pkgConfig: "libcurl",
            providers: [.apt(["libcurl4-openssl-dev"])]),
        library("Networking", in: "Networking", ["Primitives", curlOnLinux]),
        library("CommandLineKit", in: "CommandLineKit"),
        library("Common", in: "BrowserServicesKit", ["Primitives"]),
        .systemLibrary(
            name: "CCrypto", path: "SharedPackages/BrowserServicesKit/Sources/CCrypto", pkgConfig: "libcrypto",
            providers: [.apt(["libssl-dev"])]),
        library(
            "MaliciousSiteProtection", in: "BrowserServicesKit", ["Common", "Networking", "Primitives", cryptoOnLinux]),
        library("Subscription", in: "BrowserServicesKit", ["Common", "Networking", "Primitives", "WideEvent"]),
        library("SubscriptionTesting", in: "BrowserServicesKit", ["Primitives", "Subscription", "WideEvent"]),
        library("UserScripts", in: "BrowserServicesKit", ["Common"]),
        .systemLibrary(name: "CSQLite", path: "SharedPackages/Persistence/Sources/CSQLite"),
        library("Persistence", in: "Persistence", ["CSQLite", "Primitives"]),
        library("Outbox", in: "Outbox", ["Common", "Networking", "Persistence", "Primitives"]),
        library("PixelKit", in: "PixelKit", ["Outbox"]),
        library("PixelDefinitions", in: "Definitions"),
        program("pixels", at: "SharedPackages/Definitions/Sources/pixels", ["PixelDefinitions"]),
        .plugin(
            name: "PixelCodegen", capability: .buildTool(), dependencies: ["pixels"],
            path: "SharedPackages/Definitions/Plugins/PixelCodegen"),
        library("PixelKitTesting", in: "PixelKit", ["PixelKit"]),
        library("WideEvent", in: "WideEvent", ["Outbox"]),
        library("WideEventTesting", in: "WideEvent", ["WideEvent"]),
        library("Telemetry", in: "Telemetry", ["Primitives"]),
        library("TelemetryTesting", in: "Telemetry", ["Primitives", "Telemetry"]),
        .target(
            name: "BrowserApp",
            dependencies: [
                "CommandLineKit", "Common", "MaliciousSiteProtection", "PixelKit", "Primitives", "Subscription",
                "Telemetry", "UserScripts", "WideEvent",
            ] + (hasDevServer ? ["DevServer"] : []),
            // The whole folder, for the plugin looks for the definitions in the target's.
            path: "AppTarget", exclude: ["Command", "DevServer", "PixelDefinitions"],
            sources: ["App"],
            swiftSettings: settings, plugins: ["PixelCodegen"]),
        program("BrowserCommand", at: "AppTarget/Command", ["BrowserApp", "CommandLineKit"]),
        .target(name: "AllocationCounter", path: "Tests/Benchmarks/AllocationCounter"),
        program(
            "benchmarks", at: "Tests/Benchmarks/Benchmarks",
            [
                "AllocationCounter", "BrowserCommand", "CSQLite", "Common", "MaliciousSiteProtection", "Outbox",
                "PixelDefinitions", "PixelKit", "Primitives", "Telemetry", "WideEvent",
            ]),
        .target(
            name: "TestSupport", dependencies: ["Primitives"], path: "Tests/Helpers/TestSupport",
            swiftSettings: settings),
        program(
            "TestProbe", at: "Tests/Helpers/TestProbe",
            [
                "BrowserApp", "Common", "Outbox", "Persistence", "PixelKit", "PixelKitTesting", "Primitives",
                "Subscription", "Telemetry", "WideEvent",
            ]),
        tests(
            "AppTargetTests",
            [
                "BrowserApp", "Common", "Outbox", "Persistence", "PixelDefinitions", "PixelKit", "PixelKitTesting",
                "Primitives", "Subscription", "TestProbe", "TestSupport", "WideEvent",
            ]),
        tests("CommandLineKitTests", ["CommandLineKit", "PixelKitTesting", "Primitives"]),
        tests("CommonTests", ["Common"]),
        tests("DocumentationTests", ["Primitives", "TestSupport"]),
        tests(
            "MaliciousSiteProtectionTests",
            ["Common", "MaliciousSiteProtection", "Networking", "PixelKitTesting", "Primitives"]),
        .testTarget(
            name: "PixelCodegenTests",
            dependencies: ["PixelDefinitions", "PixelKit", "Primitives", "TestSupport", "WideEvent"],
            path: "Tests/PixelCodegenTests", exclude: ["PixelDefinitions"], swiftSettings: settings,
            plugins: ["PixelCodegen"]),
        .testTarget(
            name: "PixelDefinitionsTests", dependencies: ["PixelDefinitions", "Primitives", "TestSupport"],
            path: "Tests/PixelDefinitionsTests", exclude: ["Corpus"], swiftSettings: settings),
        tests("NetworkingTests", ["Networking", "PixelKitTesting", "Primitives", "TestSupport", curlOnLinux]),
        tests(
            "OutboxTests",
            ["Outbox", "PixelKit", "PixelKitTesting", "TestProbe", "TestSupport"]
                + (hasDevServer ? ["DeliveryTestSupport", "DevServer"] : [])),
        tests("PersistenceTests", ["Persistence", "Primitives", "TestProbe", "TestSupport"]),
        tests("TelemetryTests", ["Primitives", "Telemetry", "TelemetryTesting", "TestProbe", "TestSupport"]),
        tests("PixelKitTests", ["PixelKit", "PixelKitTesting", "Primitives", "TestProbe", "TestSupport"]),
        tests("PrimitivesTests", ["PixelKitTesting", "Primitives"]),
        tests("ToolingTests", ["Primitives", "TestSupport"]),
        tests(
            "SubscriptionTests",
            [
                "Common", "Networking", "PixelKitTesting", "Primitives", "Subscription", "SubscriptionTesting",
                "TestSupport", "WideEvent", "WideEventTesting",
            ]),
        tests("UserScriptsTests", ["UserScripts", "Common", "PixelKitTesting"]),
        tests(
            "WideEventTests",
            ["PixelKit", "PixelKitTesting", "TestSupport", "WideEvent", "WideEventTesting"]),
    ] + (hasDevServer ? devServerTargets : []),
    swiftLanguageModes: [.v6]
)
