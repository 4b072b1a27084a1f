/// A pattern compiled for ``PatternMatcher``: literals, classes, groups, alternatives, loops and anchors.
///
/// Almost every pattern of real definitions is of this kind. Calling Foundation for one costs more than the rest of a
/// live check. Lookaround, back references and Unicode properties are left to Foundation.
struct PatternProgram: Sendable {
    enum Step: Sendable {
        case byte(UInt8)
        case set(ByteSet)
        /// Tries the first target, then the second.
        case fork(Int32, Int32)
        case jump(Int32)
        case start
        case end
        case wordBoundary(Bool)
        case match
    }

    /// A set of scalars: a bit map for ASCII, and the indices of its other ranges in ``ranges``. It holds no array, so a
    /// step is copied without counting references.
    struct ByteSet: Sendable {
        var low: UInt64 = 0
        var high: UInt64 = 0
        var firstRange: Int
        var endRange: Int

        @inline(__always)
        func contains(ascii byte: UInt8) -> Bool {
            (byte < 64 ? low >> UInt64(byte) : high >> UInt64(byte & 63)) & 1 == 1
        }
    }

    private static let largestProgram = 2_000
    private(set) var steps: [Step] = []
    private(set) var ranges: [ClosedRange<UInt32>] = []
    /// Whether a loop can run without consuming anything, which only a search with a memory ends.
    private(set) var loopsOnEmpty = false

    /// Compiles `syntax`; nil if it needs more than this program offers.
    init?(_ syntax: PatternSyntax) {
        guard append(syntax), steps.count < Self.largestProgram else { return nil }
        steps.append(.match)
    }

    private mutating func append(_ syntax: PatternSyntax) -> Bool {
        guard steps.count < Self.largestProgram else { return false }
        switch syntax {
        case .empty: return true
        case .scalar(let scalar):
            steps += UTF8.encode(scalar)?.map(Step.byte) ?? []
            return true
        case .set(let set):
            steps.append(.set(byteSet(set.resolvedRanges)))
            return set.properties.isEmpty
        case .sequence(let terms): return terms.allSatisfy { append($0) }
        case .alternatives(let branches): return append(branches)
        case .group(let body, _): return append(body)
        case .repetition(let atom, let minimum, let maximum, let isLazy):
            return append(atom, minimum: minimum, maximum: maximum, isLazy: isLazy)
        case .start: steps.append(.start)
        case .end: steps.append(.end)
        case .wordBoundary(let isNegated): steps.append(.wordBoundary(!isNegated))
        case .look, .backreference: return false
        }
        return true
    }

    private mutating func byteSet(_ scalars: [ClosedRange<UInt32>]) -> ByteSet {
        var set = ByteSet(firstRange: ranges.count, endRange: ranges.count)
        for range in scalars {
            for value in range.clamped(to: 0...127) where range.contains(value) {
                if value < 64 { set.low |= 1 << UInt64(value) } else { set.high |= 1 << UInt64(value - 64) }
            }
            if range.upperBound > 127 { ranges.append(max(range.lowerBound, 128)...range.upperBound) }
        }
        set.endRange = ranges.count
        return set
    }

    private mutating func append(_ branches: [PatternSyntax]) -> Bool {
        var jumps: [Int] = []
        for branch in branches.dropLast() {
            let fork = placeholder()
            guard append(branch) else { return false }
            jumps.append(placeholder())
            steps[fork] = .fork(Int32(fork + 1), end)
        }
        guard let last = branches.last, append(last) else { return false }
        for jump in jumps { steps[jump] = .jump(end) }
        return true
    }

    /// The index of the next step.
    private var end: Int32 { Int32(steps.count) }

    /// Reserves a step whose target is not known yet.
    private mutating func placeholder() -> Int {
        steps.append(.match)
        return steps.count - 1
    }

    private mutating func append(_ atom: PatternSyntax, minimum: Int, maximum: Int?, isLazy: Bool) -> Bool {
        guard minimum < Self.largestProgram, (maximum ?? 0) < Self.largestProgram else { return false }
        for _ in 0..<minimum {
            let start = end
            guard append(atom) else { return false }
            if end == start { break }  // More of nothing is nothing.
        }
        guard let maximum else {
            loopsOnEmpty = loopsOnEmpty || atom.matchesEmpty
            let fork = placeholder()
            guard append(atom) else { return false }
            steps.append(.jump(Int32(fork)))
            setFork(fork, isLazy: isLazy)
            return true
        }
        var forks: [Int] = []
        for _ in minimum..<maximum {
            forks.append(placeholder())
            guard append(atom) else { return false }
        }
        for fork in forks { setFork(fork, isLazy: isLazy) }
        return true
    }

    /// Lets a fork choose between the step behind it and the end of the program so far.
    private mutating func setFork(_ fork: Int, isLazy: Bool) {
        steps[fork] = isLazy ? .fork(end, Int32(fork + 1)) : .fork(Int32(fork + 1), end)
    }
}
