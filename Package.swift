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
    .target(name: name, dependencies: dependencies, path: "SharedPackages/\(folder)/Sources/\(name)", swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, path: "Tests/\(name)", swiftSettings: settings)
}

let package = Package(
    name: "EventInstrumentation",
    platforms: [.macOS(.v15), .iOS(.v18)],  // The floor that `Mutex` sets.
    products: [
        .library(name: "Common", targets: ["Common"]),
        .library(name: "Telemetry", targets: ["Telemetry"]),
        .library(name: "TelemetryTesting", targets: ["TelemetryTesting"]),
    ],
    targets: [
        library("Common", in: "BrowserServicesKit"),
        library("Telemetry", in: "Telemetry"),
        library("TelemetryTesting", in: "Telemetry", ["Telemetry"]),
        tests("CommonTests", ["Common"]),
        .executableTarget(
            name: "TelemetryCrashHelper", dependencies: ["Telemetry"], path: "Tests/TelemetryCrashHelper",
            swiftSettings: settings
        ),
        tests("TelemetryTests", ["Telemetry", "TelemetryTesting", "TelemetryCrashHelper"]),
    ],
    swiftLanguageModes: [.v6]
)
