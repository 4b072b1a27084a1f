/// A package in which every check of `make lint` has something to find.
enum LintFixture {
    static let files = [
        "Package.swift": manifest,
        "SharedPackages/First/Sources/First/First.swift": """
        public func answer() -> Int { 42 }

        public extension Int {
            var next: Int { self + 1 }
        }

        """,
        "SharedPackages/Between/Sources/Between/Between.swift": """
        func wait() async { await withDiscardingTaskGroup { _ in } }

        """,
        "SharedPackages/Second/Sources/Second/Second.swift": """
        import First

        /// The answer, plus one.
        public func next() -> Int { [answer()].last! + 1 }

        /// A colour.
        public enum Colour { case red }

        """,
        "SharedPackages/Third/Sources/Third/Path.swift": """
        #if canImport(Network)
        import Network

        let monitor = NWPathMonitor(everything: true)
        #endif

        """,
        "SharedPackages/Second/Sources/Second/Long.swift": String(repeating: "// A line.\n", count: 501),
        "SharedPackages/BrowserServicesKit/Sources/UserScripts/Script.swift": """
        import PixelKit

        """,
        "Tests/AppleStubs/Network.swift": """
        public final class NWPathMonitor { public init() {} }

        """,
        "Tests/AppleStubs/UIKit.swift": "",
        "Tests/AppleStubs/AppKit.swift": "",
    ]

    static let findings = [
        "First.swift:1:1: error: [AllPublicDeclarationsHaveDocumentation]",
        "First.swift:3:1: error: [NoAccessLevelOnExtensionDeclaration]",
        "Script.swift:1: UserScripts may not import PixelKit",
        "Second.swift:4: a forced unwrap needs its reason",
        "Long.swift:501: the file has 501 lines",
        "Second.swift:7: Colour.red is public and needs a documentation comment",
        "Second.swift:1: Second imports First without declaring it a dependency",
        "Package.swift:1: Second declares the dependency Between and imports it nowhere: remove it",
        "Between.swift:1: “withDiscardingTaskGroup” needs iOS 17 and macOS 14",
        "Path.swift:4:41: error: argument passed to call that takes no arguments",
        "lint: failed: format",
        "lint: failed: walls",
        "lint: failed: availability",
        "lint: failed: reasons",
        "lint: failed: sizes",
        "lint: failed: documentation",
        "lint: failed: imports",
        "lint: failed: Apple-only files",
    ]

    private static let manifest = """
        // swift-tools-version: 6.2
        import PackageDescription

        let package = Package(
            name: "Fixture",
            targets: [
                .target(name: "First", path: "SharedPackages/First/Sources/First"),
                .target(name: "Between", dependencies: ["First"], path: "SharedPackages/Between/Sources/Between"),
                .target(name: "Second", dependencies: ["Between"], path: "SharedPackages/Second/Sources/Second"),
                .target(name: "Third", path: "SharedPackages/Third/Sources/Third"),
            ]
        )

        """
}
