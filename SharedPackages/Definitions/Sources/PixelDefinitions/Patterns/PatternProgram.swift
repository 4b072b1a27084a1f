/// A pattern compiled for ``PatternMatcher``: literals, classes, groups, alternatives, loops and anchors.
///
/// Almost every pattern of real definitions is of this kind, and calling Foundation for them costs more than all the
/// rest of a live check. Lookaround, back references and properties stay with Foundation.
struct PatternProgram: Sendable {
    enum Step: Sendable {
        case byte(UInt8)
        case set(ByteSet)
        /// Tries the first target, then the second.
        case fork(Int, Int)
        case jump(Int)
        case start
        case end
        case wordBoundary(Bool)
        case match
    }

    /// A set of scalars: a bit map for ASCII, and where its other ranges stand in ``ranges``. No arrays, so that a step
    /// is copied without counting references.
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
        case .alternatives(let branches): return append(branches[...])
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

    private mutating func append(_ branches: ArraySlice<PatternSyntax>) -> Bool {
        guard branches.count > 1, let first = branches.first else { return branches.first.map { append($0) } ?? true }
        let fork = steps.count
        steps.append(.jump(0))
        guard append(first) else { return false }
        let jump = steps.count
        steps.append(.jump(0))
        steps[fork] = .fork(fork + 1, steps.count)
        guard append(branches.dropFirst()) else { return false }
        steps[jump] = .jump(steps.count)
        return true
    }

    private mutating func append(_ atom: PatternSyntax, minimum: Int, maximum: Int?, isLazy: Bool) -> Bool {
        guard minimum < Self.largestProgram, (maximum ?? 0) < Self.largestProgram else { return false }
        for _ in 0..<minimum { guard append(atom) else { return false } }
        guard let maximum else {
            guard !atom.matchesEmpty else { return false }  // The loop would never end.
            let fork = steps.count
            steps.append(.jump(0))
            guard append(atom) else { return false }
            steps.append(.jump(fork))
            steps[fork] = isLazy ? .fork(steps.count, fork + 1) : .fork(fork + 1, steps.count)
            return true
        }
        var forks: [Int] = []
        for _ in minimum..<maximum {
            forks.append(steps.count)
            steps.append(.jump(0))
            guard append(atom) else { return false }
        }
        for fork in forks { steps[fork] = isLazy ? .fork(steps.count, fork + 1) : .fork(fork + 1, steps.count) }
        return true
    }
}

extension PatternSyntax {
    /// Whether the pattern can match without consuming anything.
    var matchesEmpty: Bool {
        switch self {
        case .empty, .start, .end, .wordBoundary, .look, .backreference: true
        case .scalar, .set: false
        case .sequence(let terms): terms.allSatisfy(\.matchesEmpty)
        case .alternatives(let branches): branches.contains(where: \.matchesEmpty)
        case .group(let body, _): body.matchesEmpty
        case .repetition(let atom, let minimum, _, _): minimum == 0 || atom.matchesEmpty
        }
    }
}
