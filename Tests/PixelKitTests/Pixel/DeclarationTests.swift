import Foundation
import PixelKit
import PixelKitTesting
import Testing

private struct FormPixel: Pixel {
    var name = "m_form"
    var frequency = Frequency.standard
    var allowedFrequencies: [Frequency]? = [.standard, .daily]
    var parameters = PixelParameters()
}

@Suite("What a definition allows")
struct DeclarationTests {
    private let pattern = PixelPattern("\\A[0-9]{1}\\z")

    private func dispatcher() -> PixelDispatcher {
        var configuration = PixelDispatcher.Configuration()
        configuration.assertsDeclarations = false
        return PixelDispatcher(outbox: .testing(), configuration: configuration)
    }

    @Test("A pixel with a value that its definition forbids is dropped and counted")
    func undeclaredValue() async throws {
        let pixels = dispatcher()
        var parameters = PixelParameters()
        parameters.append("day", "x", matching: pattern)
        #expect(await pixels.fireAndWait(FormPixel(parameters: parameters)).legs == [.rejected(.undeclared)])
        #expect(await pixels.fireAndWait(FormPixel()).legs == [.queued])
        let accounts = try await pixels.accounts()
        #expect(accounts.dropped == [.undeclared: 1])
        #expect(accounts.isBalanced)
    }

    @Test("A pixel with a value that takes too many steps to check is dropped and counted under a reason of its own")
    func tooComplexValue() async throws {
        let pixels = dispatcher()
        var parameters = PixelParameters()
        let slow = PixelPattern("\\A([a-z0-9]+-?)+\\z")
        parameters.append("slug", String(repeating: "a", count: 200) + "!", matching: slow)
        #expect(await pixels.fireAndWait(FormPixel(parameters: parameters)).legs == [.rejected(.tooComplex)])
        let accounts = try await pixels.accounts()
        #expect(accounts.dropped == [.tooComplex: 1])
        #expect(accounts.isBalanced)
        parameters = PixelParameters()
        parameters.append("slug", String(repeating: "a", count: 200), matching: slow)
        #expect(await pixels.fireAndWait(FormPixel(parameters: parameters)).legs == [.queued])
    }

    @Test(
        "A frequency is allowed if one with the same words is",
        arguments: [
            (.standard, true), (.uniqueByName, true), (.debounce(.seconds(1)), true), (.sample(percent: 100), true),
            (.daily.keyed(by: .error), true), (.dailyAndCount, false), (.monthly, false), (.legacyDaily, false),
        ] as [(Frequency, Bool)]
    )
    func frequencies(frequency: Frequency, isAllowed: Bool) async {
        let outcome = await dispatcher().fireAndWait(FormPixel(), frequency: frequency)
        #expect(outcome.legs.contains(.rejected(.undeclared)) == !isAllowed)
    }

    @Test("Checked parameters travel in order, and the forbidden ones are named")
    func parameters() {
        var parameters = PixelParameters()
        parameters.append("a", nil as String?, matching: pattern)
        parameters.append("b", "1", matching: pattern)
        parameters.append("c", .int(5), isDeclared: false)
        parameters.append(["7": 1, "x": 2], keysMatching: pattern)
        parameters.append("d", .base64("hello"))
        #expect(parameters.items.map(\.key) == ["b", "c", "7", "x", "d"])
        #expect(parameters.items.last?.value == .string("aGVsbG8="))
        #expect(parameters.undeclared == ["c", "x"])
    }

    @Test("An error is cut to the depth that is declared")
    func errors() {
        let root = NSError(domain: "Root", code: 3, userInfo: [NSLocalizedDescriptionKey: "secret"])
        let error = NSError(domain: "Top", code: 1, userInfo: [NSUnderlyingErrorKey: root])
        let flat = PixelError.prefix(1, of: error) as NSError
        #expect((flat.domain, flat.code) == ("Top", 1))
        #expect(flat.userInfo.isEmpty)
        let underlying = (PixelError.prefix(2, of: error) as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
        #expect(underlying?.domain == "Root")
        #expect(underlying?.userInfo.isEmpty == true)
    }
}
