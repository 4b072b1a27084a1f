import AllocationCounter
import Foundation
import Primitives

/// Nanoseconds a call: the least of several runs, since whatever disturbs a run makes it longer.
func nanoseconds(_ iterations: Int, runs: Int = 7, _ body: (Int) -> Void) -> Double {
    let clock = ContinuousClock()
    var best = Double.infinity
    for _ in 0..<runs {
        let elapsed = clock.measure { body(iterations) }
        best = min(best, seconds(elapsed) * 1e9 / Double(iterations))
    }
    return best
}

/// Allocations a call, on every thread of the process.
func allocations(_ iterations: Int, _ body: (Int) -> Void) -> Double {
    let before = allocation_count()
    body(iterations)
    return Double(allocation_count() - before) / Double(iterations)
}

func seconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
}

/// The process's resident memory in MiB, or 0 where it is not known.
func residentMiB() -> Double {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return 0 }
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0
    return pages * Double(sysconf(Int32(_SC_PAGESIZE))) / 1_048_576
}

func temporaryFolder() -> URL {
    FileManager.default.temporaryDirectory.appending(path: "benchmarks-\(UUID().uuidString)")
}
