/// The common form of a `{"pixel": …, "params": …}` line: these two strings, in either order, without escapes.
///
/// Such lines are read here at a fraction of what the JSON decoder takes, which would else cost more than the check.
enum PlainRequestLine {
    /// The request in `line`; nil if the line is of any other form.
    static func parse(_ line: String) -> Request? {
        var line = line
        return line.withUTF8 { bytes in
            var scanner = Scanner(bytes: bytes)
            return scanner.request()
        }
    }

    private struct Scanner {
        let bytes: UnsafeBufferPointer<UInt8>
        var position = 0

        mutating func request() -> Request? {
            guard take("{") else { return nil }
            var name: String?
            var query: String?
            repeat {
                guard let key = string(), take(":"), let value = string() else { return nil }
                switch key {
                case "pixel" where name == nil: name = value
                case "params" where query == nil: query = value
                default: return nil
                }
            } while take(",")
            guard take("}"), atEnd(), let name, let query else { return nil }
            return Request(name: name, query: query)
        }

        private mutating func skipBlanks() {
            while position < bytes.count, bytes[position] == 0x20 || bytes[position] == 0x9 { position += 1 }
        }

        private mutating func take(_ mark: Unicode.Scalar) -> Bool {
            skipBlanks()
            guard position < bytes.count, bytes[position] == UInt8(ascii: mark) else { return false }
            position += 1
            return true
        }

        private mutating func atEnd() -> Bool {
            skipBlanks()
            return position == bytes.count
        }

        private mutating func string() -> String? {
            guard take("\"") else { return nil }
            let start = position
            while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
                guard bytes[position] != UInt8(ascii: "\\"), bytes[position] >= 0x20 else { return nil }
                position += 1
            }
            guard position < bytes.count else { return nil }
            defer { position += 1 }
            return String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<position]), as: UTF8.self)
        }
    }
}
