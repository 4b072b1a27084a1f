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

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, path: "Tests/\(name)", swiftSettings: settings)
}

let package = Package(
    name: "EventInstrumentation",
    platforms: [.macOS(.v15), .iOS(.v18)],  // The floor that `Mutex` sets.
    products: [
        .library(name: "Common", targets: ["Common"]),
        .library(name: "Outbox", targets: ["Outbox"]),
        .library(name: "Persistence", targets: ["Persistence"]),
    ],
    targets: [
        library("Common", in: "BrowserServicesKit"),
        .systemLibrary(name: "CSQLite", path: "SharedPackages/Persistence/Sources/CSQLite"),
        library("Persistence", in: "Persistence", ["CSQLite"]),
        library("Outbox", in: "Outbox", ["Persistence"]),
        tests("CommonTests", ["Common"]),
        tests("PersistenceTests", ["Persistence", "StorageProbe", "StorageTestSupport"]),
        tests("OutboxTests", ["Outbox", "Persistence", "StorageProbe", "StorageTestSupport"]),
        .target(
            name: "StorageTestSupport",
            dependencies: ["Persistence"],
            path: "Tests/Helpers/StorageTestSupport",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "StorageProbe",
            dependencies: ["Outbox", "Persistence"],
            path: "Tests/Helpers/StorageProbe",
            swiftSettings: settings
        ),
    ],
    swiftLanguageModes: [.v6]
)
