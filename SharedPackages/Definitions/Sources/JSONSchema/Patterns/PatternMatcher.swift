/// One search of a ``PatternProgram`` in a text of UTF-8.
///
/// Backtracks on a small stack first, which is enough for nearly all texts. A search that takes longer starts again and
/// remembers the states that failed, so that it visits each at most once: its time is bounded by the size of the program
/// times that of the text.
struct PatternMatcher {
    /// A step of the program at a byte of the text.
    private struct State {
        var step: Int32
        var position: Int32
    }

    private static let longestQuickSearch = 4_096
    private static let deepestQuickSearch = 128
    /// The most states that a search may visit. They take 0.5 MiB to remember.
    static let mostStates = 1 << 22

    private let steps: UnsafeBufferPointer<PatternProgram.Step>
    private let ranges: UnsafeBufferPointer<ClosedRange<UInt32>>
    private let text: UnsafeBufferPointer<UInt8>

    static func search(_ program: PatternProgram, in text: UnsafeBufferPointer<UInt8>) -> Pattern.Outcome {
        program.steps.withUnsafeBufferPointer { steps in
            program.ranges.withUnsafeBufferPointer { ranges in
                let matcher = Self(steps: steps, ranges: ranges, text: text)
                let quick = program.loopsOnEmpty ? .unfinished : matcher.searchQuickly()
                return quick == .unfinished ? matcher.searchThoroughly() : quick
            }
        }
    }

    // MARK: Searches

    private func searchQuickly() -> Pattern.Outcome {
        withUnsafeTemporaryAllocation(of: State.self, capacity: Self.deepestQuickSearch) { stack in
            var budget = Self.longestQuickSearch
            var start: Int? = 0
            while let first = start {
                var depth = 0
                var state: State? = State(step: 0, position: Int32(first))
                while let current = state {
                    budget -= 1
                    guard budget > 0 else { return .unfinished }
                    switch advance(current) {
                    case .to(let next): state = next
                    case .either(let next, let other):
                        guard depth < stack.count else { return .unfinished }
                        stack[depth] = other
                        depth += 1
                        state = next
                    case .failed:
                        if depth > 0 {
                            depth -= 1
                            state = stack[depth]
                        } else {
                            state = nil
                        }
                    case .matched: return .found
                    }
                }
                start = place(after: first)
            }
            return .absent
        }
    }

    private func searchThoroughly() -> Pattern.Outcome {
        let width = text.count + 1
        guard steps.count * width <= Self.mostStates else { return .unfinished }
        var visited = [UInt64](repeating: 0, count: steps.count * width / 64 + 1)
        func isNew(_ state: State) -> Bool {
            let index = Int(state.step) * width + Int(state.position)
            defer { visited[index / 64] |= 1 << UInt64(index % 64) }
            return visited[index / 64] >> UInt64(index % 64) & 1 == 0
        }
        var stack: [State] = []
        var start: Int? = 0
        while let first = start {
            stack.append(State(step: 0, position: Int32(first)))
            while var state = stack.popLast() {
                inner: while isNew(state) {
                    switch advance(state) {
                    case .to(let next): state = next
                    case .either(let next, let other):
                        stack.append(other)
                        state = next
                    case .failed: break inner
                    case .matched: return .found
                    }
                }
            }
            start = place(after: first)
        }
        return .absent
    }

    /// The next place where a match may begin.
    private func place(after position: Int) -> Int? {
        guard position < text.count else { return nil }
        if case .start = steps[0] { return nil }
        var next = position + 1
        while next < text.count, text[next] & 0xC0 == 0x80 { next += 1 }
        return next
    }

    // MARK: Steps

    private enum Move {
        case to(State)
        /// The first is tried before the second.
        case either(State, State)
        case failed
        case matched
    }

    @inline(__always)
    private func advance(_ state: State) -> Move {
        let position = Int(state.position)
        switch steps[Int(state.step)] {
        case .byte(let byte):
            guard position < text.count, text[position] == byte else { return .failed }
            return .to(State(step: state.step + 1, position: state.position + 1))
        case .set(let set):
            guard let end = end(of: set, at: position) else { return .failed }
            return .to(State(step: state.step + 1, position: Int32(end)))
        case .fork(let first, let second):
            return .either(
                State(step: first, position: state.position), State(step: second, position: state.position))
        case .jump(let target): return .to(State(step: target, position: state.position))
        case .start: return position == 0 ? .to(State(step: state.step + 1, position: state.position)) : .failed
        case .end: return position == text.count ? .to(State(step: state.step + 1, position: state.position)) : .failed
        case .wordBoundary(let expected):
            let isBoundary = isWord(position - 1) != isWord(position)
            return isBoundary == expected ? .to(State(step: state.step + 1, position: state.position)) : .failed
        case .match: return .matched
        }
    }

    @inline(__always)
    private func end(of set: PatternProgram.ByteSet, at position: Int) -> Int? {
        guard position < text.count else { return nil }
        let byte = text[position]
        if byte < 0x80 { return set.contains(ascii: byte) ? position + 1 : nil }
        let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
        var value = UInt32(byte & (0xFF >> UInt8(length + 1)))
        for offset in 1..<length { value = value << 6 | UInt32(text[position + offset] & 0x3F) }
        for index in set.firstRange..<set.endRange where ranges[index].contains(value) { return position + length }
        return nil
    }

    private func isWord(_ position: Int) -> Bool {
        guard position >= 0, position < text.count else { return false }
        switch text[position] {
        case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: return true
        default: return false
        }
    }
}
