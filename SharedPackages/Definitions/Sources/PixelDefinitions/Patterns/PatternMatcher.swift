/// One search of a ``PatternProgram`` in a text of UTF-8, by backtracking.
struct PatternMatcher {
    /// Longer texts go to Foundation: each repetition takes a stack frame here.
    static let longestText = 1_024

    private let steps: UnsafeBufferPointer<PatternProgram.Step>
    private let ranges: UnsafeBufferPointer<ClosedRange<UInt32>>
    private let text: UnsafeBufferPointer<UInt8>
    private var budget = 200_000

    /// Whether `program` matches anywhere in `text`; nil if the search took too long to finish here.
    static func search(_ program: PatternProgram, in text: UnsafeBufferPointer<UInt8>) -> Bool? {
        program.steps.withUnsafeBufferPointer { steps in
            program.ranges.withUnsafeBufferPointer { ranges in
                var matcher = Self(steps: steps, ranges: ranges, text: text)
                return matcher.search()
            }
        }
    }

    private init(
        steps: UnsafeBufferPointer<PatternProgram.Step>, ranges: UnsafeBufferPointer<ClosedRange<UInt32>>,
        text: UnsafeBufferPointer<UInt8>
    ) {
        self.steps = steps
        self.ranges = ranges
        self.text = text
    }

    private mutating func search() -> Bool? {
        var position = 0
        while true {
            if run(0, position) { return budget > 0 ? true : nil }
            if budget <= 0 { return nil }
            if position >= text.count { return false }
            if case .start = steps[0] { return false }
            position += 1
            while position < text.count, text[position] & 0xC0 == 0x80 { position += 1 }
        }
    }

    private mutating func run(_ firstStep: Int, _ firstPosition: Int) -> Bool {
        var step = firstStep
        var position = firstPosition
        while true {
            budget -= 1
            guard budget > 0 else { return false }
            switch steps[step] {
            case .byte(let byte):
                guard position < text.count, text[position] == byte else { return false }
                position += 1
                step += 1
            case .set(let set):
                guard let next = end(of: set, at: position) else { return false }
                position = next
                step += 1
            case .fork(let first, let second):
                if run(first, position) { return true }
                step = second
            case .jump(let target): step = target
            case .start:
                guard position == 0 else { return false }
                step += 1
            case .end:
                guard position == text.count else { return false }
                step += 1
            case .wordBoundary(let expected):
                guard (isWord(position - 1) != isWord(position)) == expected else { return false }
                step += 1
            case .match: return true
            }
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
