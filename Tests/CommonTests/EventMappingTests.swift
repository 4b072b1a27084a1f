import Testing

import Common

enum Door: Equatable { case opened(by: String), closed }

struct Fault: Error, Equatable { let id: Int }

@Suite struct EventMappingTests {
    @Test("hi") func hi() { EventMapping<Door>.noOp.fire(.closed) }
}
