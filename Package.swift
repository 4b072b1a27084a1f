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

/// The development server and its tests; `WITHOUT_DEVSERVER=1` leaves them out where libmicrohttpd is missing.
let hasDevServer = Context.environment["WITHOUT_DEVSERVER"] != "1"
let devServerProducts: [Product] = [.executable(name: "devserver", targets: ["DevServerCommand"])]
let devServerTargets: [Target] = [
    .systemLibrary(
        name: "CMicrohttpd", path: "AppTarget/DevServer/Sources/CMicrohttpd", pkgConfig: "libmicrohttpd",
        providers: [.apt(["libmicrohttpd-dev"]), .brew(["libmicrohttpd"])]),
    .target(
        name: "DevServer", dependencies: ["CMicrohttpd"], path: "AppTarget/DevServer/Sources/DevServer",
        swiftSettings: settings),
    .executableTarget(  // Not `devserver`: where file names ignore case, that module would be `DevServer` again.
        name: "DevServerCommand", dependencies: ["DevServer"], path: "AppTarget/DevServer/Sources/DevServerCommand",
        swiftSettings: settings),
    tests("DevServerTests", ["DevServer", "DevServerCommand"]),
]

let package = Package(
    name: "EventInstrumentation",
    platforms: [.macOS(.v15), .iOS(.v18)],  // The floor that `Mutex` sets.
    products: [
        .library(name: "Common", targets: ["Common"]),
    ] + (hasDevServer ? devServerProducts : []),
    targets: [
        library("Common", in: "BrowserServicesKit"),
        tests("CommonTests", ["Common"]),
    ] + (hasDevServer ? devServerTargets : []),
    swiftLanguageModes: [.v6]
)
