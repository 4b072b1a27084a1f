import Foundation
import Primitives
public import Telemetry

/// The rules that every sink must keep, as a check for the tests of a sink in any test framework.
///
/// ```swift
/// import Telemetry
/// import TelemetryTesting
/// import Testing
///
/// struct MySink: TelemetrySink {
///     let name = "mine"
///     func receive(_ event: TelemetryEvent) {}
/// }
///
/// @Test("The sink keeps the contract")
/// func contract() async throws {
///     try await SinkContract { MySink() }.verify()
/// }
/// ```
///
/// A call that does not return is reported after the limit. Nothing waits while a sink keeps the contract.
public struct SinkContract: Sendable {
    /// A broken rule.
    public struct Violation: Hashable, Sendable, CustomStringConvertible {
        /// The rule.
        public let rule: String
        /// What happened instead of it.
        public let finding: String

        /// The rule and the finding in one line.
        public var description: String { "A sink \(rule), but \(finding)." }
    }

    /// The violations of one sink.
    public struct Failure: Error, Hashable, CustomStringConvertible {
        /// The broken rules.
        public let violations: [Violation]

        /// One line for each violation.
        public var description: String { violations.map(\.description).joined(separator: "\n") }
    }

    private let limit: Duration
    private let clock: any Clock<Duration>
    private let received: (@Sendable (any TelemetrySink) async -> [String])?
    private let makeSink: @Sendable () async throws -> any TelemetrySink

    /// Creates the contract for a sink.
    ///
    /// - Parameters:
    ///   - limit: The longest time that one call may take.
    ///   - clock: The clock of the limit.
    ///   - received: Returns the names of the events that a sink has received, in their order. If it is given, order and
    ///     completeness are checked, too.
    ///   - makeSink: Returns a new sink. Called once for each rule.
    public init(
        limit: Duration = .seconds(10),
        clock: any Clock<Duration> = ContinuousClock(),
        received: (@Sendable (any TelemetrySink) async -> [String])? = nil,
        makeSink: @escaping @Sendable () async throws -> any TelemetrySink
    ) {
        self.limit = limit
        self.clock = clock
        self.received = received
        self.makeSink = makeSink
    }

    /// Throws the result of ``violations()``, unless it is empty.
    public func verify() async throws(Failure) {
        let violations = await violations()
        if !violations.isEmpty { throw Failure(violations: violations) }
    }

    /// Checks all rules and returns the broken ones.
    public func violations() async -> [Violation] {
        var violations: [Violation] = []
        for rule in Rule.all {
            do {
                let sink = try await makeSink()
                let finding = await rule.finding(sink, self)
                if let finding { violations.append(Violation(rule: rule.name, finding: finding)) }
            } catch {
                violations.append(Violation(rule: rule.name, finding: "it could not be created: \(error)"))
            }
        }
        return violations
    }
}

extension SinkContract {
    private struct Rule: Sendable {
        let name: String
        let finding: @Sendable (any TelemetrySink, SinkContract) async -> String?

        static let all: [Rule] = [
            Rule(name: "has one name") { sink, _ in
                let name = sink.name
                if name.isEmpty { return "its name is empty" }
                return sink.name == name ? nil : "its name changed from '\(name)' to '\(sink.name)'"
            },
            Rule(name: "does not read from itself") { sink, _ in
                sink.sinkOptions.readsFrom.contains(sink.name) ? "it declares that it does" : nil
            },
            Rule(name: "returns from any event") { sink, contract in
                for event in TelemetryEvent.unusual {
                    let returns = await contract.returns { try? await sink.receive(event) }
                    if !returns { return "it did not return from '\(event.name)' within \(contract.limit)" }
                }
                return nil
            },
            Rule(name: "may be called by several tasks at once") { sink, contract in
                let returns = await contract.returns {
                    await withTaskGroup { group in
                        for task in 0..<8 {
                            group.addTask {
                                for event in 0..<25 { try? await sink.receive(TelemetryEvent("\(task).\(event)")) }
                            }
                        }
                    }
                }
                return returns ? nil : "it did not return within \(contract.limit)"
            },
            Rule(name: "returns in a cancelled task") { sink, contract in
                let returns = await contract.returns {
                    withUnsafeCurrentTask { $0?.cancel() }
                    try? await sink.receive(TelemetryEvent("cancelled"))
                }
                return returns ? nil : "it did not return within \(contract.limit)"
            },
            Rule(name: "flushes at any time") { sink, contract in
                for timeout in [contract.limit / 2, .zero] {
                    for _ in 0..<2 {
                        let deadline = Deadline(after: timeout, clock: contract.clock)
                        let returns = await contract.returns { await sink.flush(until: deadline) }
                        if !returns { return "a flush with \(timeout) left did not return within \(contract.limit)" }
                    }
                    try? await sink.receive(TelemetryEvent("between flushes"))
                }
                return nil
            },
            Rule(name: "works in a facade") { sink, contract in
                await contract.findingInFacade(sink)
            },
        ]
    }

    private func findingInFacade(_ sink: any TelemetrySink) async -> String? {
        let names = (0..<100).map { "event.\($0)" }
        let plain = IndependentSink(sink)
        do {
            let options = DeliveryOptions(patience: limit, time: TimeSource(now: { Date() }, clock: clock))
            let telemetry = try Telemetry(sinks: [plain], options: options)
            for name in names { telemetry.observe(TelemetryEvent(name)) }
            guard await telemetry.flush(timeout: limit).isComplete else { return "it did not finish within \(limit)" }
        } catch {
            return "the facade refused it: \(error)"
        }
        guard let received else { return nil }
        let kept = await received(sink)
        return kept == names ? nil : "of 100 events it received \(kept.count), or not in their order"
    }

    /// Returns whether `body` returned within the limit.
    private func returns(_ body: @escaping @Sendable () async -> Void) async -> Bool {
        await valueOrNil(within: limit, clock: clock) {
            await body()
            return true
        } ?? false
    }
}

/// A sink without the dependencies of the wrapped one, for a facade without other sinks.
private struct IndependentSink: TelemetrySink {
    let base: any TelemetrySink

    init(_ base: any TelemetrySink) { self.base = base }

    var name: String { base.name }
    var downstream: [any TelemetrySink] { [base] }

    func receive(_ event: TelemetryEvent) async throws { try await base.receive(event) }
    func flush(until deadline: Deadline) async { await base.flush(until: deadline) }
}

extension TelemetryEvent {
    /// Events with unusual content.
    fileprivate static let unusual: [TelemetryEvent] = [
        TelemetryEvent("", category: ""),
        TelemetryEvent("line\nbreak\u{1B}[31m\u{2028}", category: "a]b \"c\" = d"),
        TelemetryEvent("👩‍👩‍👧 é \u{0}", level: .fault, attributes: ["": "", "key=\n": .string("\u{7F}\"\\")]),
        TelemetryEvent(
            "numbers",
            attributes: ["nan": .double(.nan), "inf": .double(-.infinity), "min": .int(.min)]
        ),
        TelemetryEvent("time", attributes: ["d": .duration(.seconds(-1))]).at(.distantPast).inFlow(""),
        TelemetryEvent("error", level: .error, error: CancellationError()).at(.distantFuture),
        TelemetryEvent(String(repeating: "long", count: 50_000)),
    ]
}
