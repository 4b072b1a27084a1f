/// SHA-256 (FIPS 180-4) in hexadecimal, to check the hashes of the built-in data.
func sha256(_ text: String) -> String {
    var hash: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]
    let message = Array(text.utf8)
    var padded = message + [0x80]
    while padded.count % 64 != 56 { padded.append(0) }
    padded += (0..<8).map { UInt8(truncatingIfNeeded: (message.count * 8) >> (56 - 8 * $0)) }

    for start in stride(from: 0, to: padded.count, by: 64) {
        var words = (0..<16).map { word in
            padded[(start + 4 * word)..<(start + 4 * word + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        for index in 16..<64 {
            let (first, second) = (words[index - 15], words[index - 2])
            let mixed = first.rotated(7) ^ first.rotated(18) ^ (first >> 3)
            let other = second.rotated(17) ^ second.rotated(19) ^ (second >> 10)
            words.append(words[index - 16] &+ mixed &+ words[index - 7] &+ other)
        }
        var state = hash
        for (word, constant) in zip(words, roundConstants) {
            let choice = (state[4] & state[5]) ^ (~state[4] & state[6])
            let majority = (state[0] & state[1]) ^ (state[0] & state[2]) ^ (state[1] & state[2])
            let high = state[4].rotated(6) ^ state[4].rotated(11) ^ state[4].rotated(25)
            let low = state[0].rotated(2) ^ state[0].rotated(13) ^ state[0].rotated(22)
            let next = state[7] &+ high &+ choice &+ constant &+ word
            state = [next &+ low &+ majority] + state.dropLast()
            state[4] = state[4] &+ next
        }
        hash = zip(hash, state).map { $0 &+ $1 }
    }
    return hash.map { word in
        let digits = String(word, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
}

extension UInt32 {
    fileprivate func rotated(_ count: UInt32) -> UInt32 { self >> count | self << (32 - count) }
}

/// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
private let roundConstants: [UInt32] = {
    let primes = (2...311).filter { number in !(2..<number).contains { number % $0 == 0 } }
    return primes.map { prime in
        // floor(cbrt(prime) × 2³²) by bisection: a `Double` has too few digits for 2³² and three roots.
        var (low, high) = (UInt64(1), UInt64(7) << 32)
        while high - low > 1 {
            let middle = (low + high) / 2
            if cubeIsAtMost(middle, prime: prime) { low = middle } else { high = middle }
        }
        return UInt32(truncatingIfNeeded: low)
    }
}()

/// Whether `root`³ ≤ `prime` × 2⁹⁶.
private func cubeIsAtMost(_ root: UInt64, prime: Int) -> Bool {
    let square = root.multipliedFullWidth(by: root)
    let product = square.low.multipliedFullWidth(by: root)
    // The bits from 2⁶⁴ on. `root` has at most 35 bits, so this cannot overflow.
    let high = square.high * root + product.high
    let limit = UInt64(prime) << 32
    return high < limit || (high == limit && product.low == 0)
}
