import Foundation
import PixelKit
import PixelKitTesting
import Testing

@Suite struct CapturingEventMappingTests {
    enum DoorEvent: Equatable {
        case opened
        case slammed(times: Int)
    }

    @Test("It keeps events, errors and parameters in order, and completes")
    func captures() async throws {
        let mapping = CapturingEventMapping<DoorEvent>()
        mapping.fire(.opened)
        let outcome = await mapping.fireAndWait(
            .slammed(times: 2), error: CocoaError(.fileNoSuchFile), parameters: ["by": "Ann"])
        #expect(outcome == nil)
        #expect(mapping.events == [.opened, .slammed(times: 2)])
        #expect(mapping.calls.map { $0.error != nil } == [false, true])
        #expect(mapping.calls.map(\.parameters) == [nil, ["by": "Ann"]])
        mapping.reset()
        #expect(mapping.events == [])
    }

    @Test("It completes with the error that the test chose")
    func outcome() async {
        let mapping = CapturingEventMapping<DoorEvent>(completingWith: CocoaError(.fileNoSuchFile))
        #expect(await mapping.fireAndWait(.opened) as? CocoaError == CocoaError(.fileNoSuchFile))
    }

    @Test("It may be fired from many threads")
    func threads() async {
        let mapping = CapturingEventMapping<Int>()
        await onThreads(8) { thread in for _ in 0..<100 { mapping.fire(thread) } }
        #expect(mapping.events.sorted() == (0..<8).flatMap { Array(repeating: $0, count: 100) })
    }
}
