import Foundation

/// The dotted quad that a name of one to four parts stands for, or `nil` if it is not an IPv4 address.
///
/// Each part may be decimal, octal (leading `0`) or hexadecimal (leading `0x`); the last fills the bytes that are left,
/// as `inet_aton` has it. A part that is too large makes it a mere name.
func ipv4Name(_ name: [UInt8]) -> String? {
    guard name.first.map(isDigit) == true else { return nil }
    let parts = name.split(separator: Ascii.dot)
    guard parts.count <= 4 else { return nil }
    var address: UInt64 = 0
    for (index, digits) in parts.enumerated() {
        guard let part = ipv4Part(digits) else { return nil }
        let isLast = index == parts.count - 1
        let bits = isLast ? 8 * UInt64(4 - index) : 8
        guard part >> bits == 0 else { return nil }
        address = address << bits | part
    }
    return dottedQuad(UInt32(truncatingIfNeeded: address))
}

private func ipv4Part(_ label: ArraySlice<UInt8>) -> UInt64? {
    guard label.first.map(isDigit) == true else { return nil }  // Number initialisers would accept a sign.
    if label.starts(with: "0x".utf8) {
        let digits = label.dropFirst(2)
        guard digits.first != UInt8(ascii: "+"), digits.first != UInt8(ascii: "-") else { return nil }
        return digits.isEmpty ? 0 : UInt64(String(decoding: digits, as: UTF8.self), radix: 16)
    }
    let radix = label.first == UInt8(ascii: "0") ? 8 : 10
    return UInt64(String(decoding: label, as: UTF8.self), radix: radix)
}

private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

private func dottedQuad(_ address: UInt32) -> String {
    "\(address >> 24).\(address >> 16 & 0xFF).\(address >> 8 & 0xFF).\(address & 0xFF)"
}

/// The shortest form of an IPv6 address in brackets, without its zone; the dotted quad of one that wraps an IPv4
/// address; or `nil` if it is no IPv6 address.
func ipv6Name(_ bytes: ArraySlice<UInt8>) -> String? {
    let digits = String(decoding: bytes.prefix { $0 != Ascii.percent }, as: UTF8.self)
    var address = in6_addr()
    guard !digits.utf8.contains(0), inet_pton(AF_INET6, digits, &address) == 1 else { return nil }
    let octets = withUnsafeBytes(of: address) { Array($0) }
    if octets.starts(with: [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]) {
        return dottedQuad(octets.suffix(4).reduce(0) { $0 << 8 | UInt32($1) })
    }
    var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard inet_ntop(AF_INET6, &address, &buffer, socklen_t(buffer.count)) != nil else { return nil }
    return "[" + String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self) + "]"
}
