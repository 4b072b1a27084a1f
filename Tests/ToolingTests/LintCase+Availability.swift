private let source = "SharedPackages/Persistence/Sources/Persistence/Database.swift"

extension LintCase {
    static let availability =
        [
            needs("iOS 17 and macOS 14", "withDiscardingTaskGroup", "await withDiscardingTaskGroup { _ in }"),
            needs("iOS 17 and macOS 14", "ExecutorJob", "func enqueue(_ job: consuming ExecutorJob) {}"),
            needs("iOS 17 and macOS 14", "@Observable", "@Observable final class Model {}"),
            needs("iOS 17 and macOS 14", "import Observation", "import Observation"),
            needs("iOS 17 and macOS 14", "#Predicate", "let named = #Predicate<Pixel> { $0.name == name }"),
            needs("iOS 17 and macOS 14", "struct Row<each", "struct Row<each Column> {}"),
            needs("iOS 18 and macOS 15", "Mutex", "let state = Mutex(0)"),
            needs("iOS 18 and macOS 15", "Atomic", "let count: Atomic<Int>"),
            needs("iOS 18 and macOS 15", "executorPreference:", "Task(executorPreference: executor) {}"),
            needs("iOS 18 and macOS 15", "TaskExecutor", "final class Runner: TaskExecutor {}"),
            needs("iOS 18 and macOS 15", "AsyncSequence", "let events: any AsyncSequence<Int, Never>"),
            needs("iOS 18 and macOS 15", "String(validating:", "let text = String(validating: bytes, as: UTF8.self)"),
            needs("iOS 18 and macOS 15", "UInt128", "let product = UInt128(left) * UInt128(right)"),
            needs("iOS 18 and macOS 15", "indices(where:", "let found = values.indices(where: { $0 > 0 })"),
            needs("iOS 18.4 and macOS 15.4", "isolated deinit", "actor A { isolated deinit {} }"),
            needs("iOS 26 and macOS 26", "InlineArray", "var slots: InlineArray<4, Int>"),
            needs("iOS 26 and macOS 26", "Task.immediate", "Task.immediate { await begin() }"),
        ] + [
            clean("// A Mutex( in a comment.\nlet text = \"Mutex(0)\"\nlet mutex = Locked(0)\n"),
            clean("let rows: some AsyncSequence\nlet range = text.indices\ntext.removeSubrange(range)\n"),
            clean(
                "func first<each Value>(_ values: repeat each Value) {}\nlet text = String(decoding: a, as: UTF8.self)\n"
            ),
            clean("@available(macOS 14, iOS 17, *)\n@Observable final class Model {}\n"),
            clean("if #available(iOS 26, *) {\n    if isReady {\n        Task.immediate {}\n    }\n}\n"),
            clean("func begin() {\n    guard #available(iOS 26, *) else { return }\n    Task.immediate {}\n}\n"),
            clean("@available(iOS 18, *)\nextension Row {\n    var sum: Int128 { 0 }\n}\n"),
            LintCase(
                "availability", source, "@available(*, deprecated)\nlet sum: Int128 = 0\n",
                finds: finding(2, "Int128", "iOS 18 and macOS 15")),
            LintCase(
                "availability", source, "@available(iOS 18, *)\nvar a: Int { 0 }\nlet sum: Int128 = 0\n",
                finds: finding(3, "Int128", "iOS 18 and macOS 15")),
            LintCase("availability", "Tests/AppleStubs/Observation.swift", "public macro Observable() = #Predicate\n"),
        ]

    private static func clean(_ text: String) -> LintCase { LintCase("availability", source, text) }

    private static func needs(_ systems: String, _ name: String, _ text: String) -> LintCase {
        LintCase("availability", source, text + "\n", finds: finding(1, name, systems))
    }

    private static func finding(_ line: Int, _ name: String, _ systems: String) -> String {
        "\(line): “\(name)” needs \(systems): use something older, or guard it by @available"
    }
}
