#if !os(iOS)
import Foundation
import TestSupport
import Testing

@Suite("A package that depends on this one")
struct ConsumerPackageTests {
    @Test("Its definitions become types; adding, renaming, breaking and removing one is noticed")
    func consumer() async throws {
        try await TemporaryFolder.with { folder in
            let definitions = "Sources/App/PixelDefinitions"
            try folder.write(Self.manifest, to: "Package.swift")
            for name in [
                "product", "pixels/params_dictionary", "pixels/suffixes_dictionary", "pixels/ignore_params",
                "pixels/native_experiments",
            ] {
                try folder.write(
                    name == "product" ? "{ target: { queryWindowInDays: 1 } }" : "{}",
                    to: "\(definitions)/\(name).json5")
            }
            func define(_ file: String, _ pixels: String...) throws {
                let entries = pixels.map { "  \($0): { description: 'd', owners: ['o'] }" }.joined(separator: ",\n")
                try folder.write("{\n\(entries)\n}\n", to: "\(definitions)/pixels/definitions/\(file)")
            }
            func run(_ pixel: String) async throws -> Command.Outcome {
                try folder.write("import PixelKit\n\nprint(\(pixel).name)\n", to: "Sources/App/main.swift")
                return try await Command(["swift", "run", "--quiet", "App"], in: folder.url).run()
            }

            try define("door.json5", "door_opened", "door_closed")
            #expect(try await run("DoorPixel.opened") == .init(status: 0, output: "door_opened\n"))

            try define("gate.json5", "gate_opened", "gate_closed")
            #expect(try await run("GatePixel.closed") == .init(status: 0, output: "gate_closed\n"))

            try define("door.json5", "door_slammed", "door_closed")
            #expect(try await run("DoorPixel.slammed") == .init(status: 0, output: "door_slammed\n"))
            #expect(try await run("DoorPixel.opened").status != 0)

            try FileManager.default.removeItem(
                at: folder.url.appending(path: "\(definitions)/pixels/definitions/gate.json5"))
            #expect(try await run("GatePixel.closed").output.contains("cannot find 'GatePixel' in scope"))

            try define("door.json5", "door_slammed", "'door.closed'")
            let broken = try await run("DoorPixel.slammed")
            #expect(broken.status != 0)
            let place =
                folder.url.appending(path: "\(definitions)/pixels/definitions/door.json5").path
                + ":3: error: door.closed: "
            #expect(broken.output.contains(place), "\(broken.output)")
        }
    }

    private static let manifest = """
        // swift-tools-version: 6.2
        import PackageDescription

        let package = Package(
            name: "Consumer",
            platforms: [.macOS(.v15)],
            dependencies: [.package(path: "\(Repository.root.path)")],
            targets: [
                .executableTarget(
                    name: "App",
                    dependencies: [.product(name: "PixelKit", package: "\(Repository.root.lastPathComponent)")],
                    exclude: ["PixelDefinitions"],
                    plugins: [.plugin(name: "PixelCodegen", package: "\(Repository.root.lastPathComponent)")])
            ])

        """
}
#endif
