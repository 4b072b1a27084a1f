import BrowserApp
import Foundation
import PixelDefinitions
import PixelGeneration
import PixelKit
import PixelKitTesting
import TestSupport
import Testing

@Suite("Pixels of the app")
struct AppPixelTests {
    private static let folder = Repository.root.appending(path: "AppTarget/PixelDefinitions")
    private let checker = PixelChecker(DefinitionFolder(reading: folder))

    @Test("The definitions have no faults")
    func definitions() {
        let faults = DefinitionValidator(DefinitionFolder(reading: Self.folder)).faults()
        #expect(faults.map(\.description) == [])
    }

    @Test("The app has a sample of every defined pixel")
    func completeness() {
        let defined = Catalog(DefinitionFolder(reading: Self.folder)).pixels.map(\.name)
        #expect(AppPixels.samples.map(\.pixel.name).sorted() == defined)
    }

    @Test(
        "The request of every pixel passes its definition, with every frequency and form factor",
        arguments: AppPixels.samples, ["phone", nil]
    )
    func requests(sample: AppPixels.Sample, formFactor: String?) async throws {
        let environment = PixelEnvironment(
            platform: "linux", formFactor: formFactor, appVersion: "1.2.3", pixelSource: formFactor)
        for frequency in (sample.pixel.allowedFrequencies ?? []) + [sample.frequency] {
            let transport = ScriptedTransport()
            let pixels = PixelDispatcher.testing(transport: transport, environment: environment)
            let outcome = await pixels.fireAndWait(sample.pixel, frequency: frequency)
            #expect(outcome.legs == frequency.legs.map { _ in .queued })
            #expect(await pixels.flush(timeout: .seconds(5)) == .drained)
            #expect(transport.targets.count == frequency.legs.count)
            for target in transport.targets {
                let request = try #require(RequestFormat.url.request(in: target))
                #expect(checker.check(name: request.name, query: request.query) == .passed, "\(target)")
            }
        }
    }
}
