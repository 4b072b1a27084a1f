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
        name: name,
        dependencies: dependencies,
        path: "SharedPackages/\(folder)/Sources/\(name)",
        swiftSettings: settings
    )
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(
        name: name, dependencies: dependencies, path: "Tests/\(name)", exclude: exclude, swiftSettings: settings
    )
}

let package = Package(
    name: "EventInstrumentation",
    platforms: [.macOS(.v15), .iOS(.v18)],  // The floor that `Mutex` sets.
    products: [
        .library(name: "Common", targets: ["Common"]),
        .library(name: "PixelDefinitions", targets: ["PixelDefinitions"]),
        .executable(name: "pixels", targets: ["pixels"]),
        .plugin(name: "PixelCodegen", targets: ["PixelCodegen"]),
        .library(name: "Outbox", targets: ["Outbox"]),
        .library(name: "Persistence", targets: ["Persistence"]),
        .library(name: "PixelKit", targets: ["PixelKit"]),
        .library(name: "PixelKitTesting", targets: ["PixelKitTesting"]),
    ],
    targets: [
        library("Common", in: "BrowserServicesKit"),
        .systemLibrary(name: "CSQLite", path: "SharedPackages/Persistence/Sources/CSQLite"),
        library("Persistence", in: "Persistence", ["CSQLite"]),
        library("Outbox", in: "Outbox", ["Persistence"]),
        library("PixelKit", in: "PixelKit", ["Common", "Outbox", "Persistence"]),
        library("PixelKitTesting", in: "PixelKit", ["Common", "Outbox", "Persistence", "PixelKit"]),
        .target(name: "AllocationCounter", path: "Tests/Benchmarks/AllocationCounter"),
        .executableTarget(
            name: "benchmarks", dependencies: ["AllocationCounter", "Common", "Outbox", "Persistence", "PixelKit"],
            path: "Tests/Benchmarks/Benchmarks", swiftSettings: settings),
        tests("CommonTests", ["Common"]),
        library("PixelDefinitions", in: "PixelKit"),
        .executableTarget(
            name: "pixels", dependencies: ["PixelDefinitions"], path: "SharedPackages/PixelKit/Sources/pixels",
            swiftSettings: settings
        ),
        .plugin(
            name: "PixelCodegen", capability: .buildTool(), dependencies: ["pixels"],
            path: "SharedPackages/PixelKit/Plugins/PixelCodegen"
        ),
        .testTarget(
            name: "PixelCodegenTests", dependencies: ["PixelDefinitions", "PixelKit", "TestSupport"],
            path: "Tests/PixelCodegenTests", exclude: ["PixelDefinitions"], swiftSettings: settings,
            plugins: ["PixelCodegen"]
        ),
        tests("PixelDefinitionsTests", ["PixelDefinitions", "TestSupport"], exclude: ["Corpus"]),
        tests("PixelKitTests", ["PixelKit", "PixelKitTesting"]),
        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: settings),
        tests("ToolingTests", ["TestSupport"]),
        tests("DocumentationTests", ["TestSupport"]),
    ],
    swiftLanguageModes: [.v6]
)
