import Foundation

/// The standard streams.
enum Output {
    static func write(_ text: String) { write(Array(text.utf8), to: STDOUT_FILENO) }

    static func writeError(_ text: String) { write(Array(text.utf8), to: STDERR_FILENO) }

    static var errorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    static var inputIsTerminal: Bool { isatty(STDIN_FILENO) == 1 }

    /// Writes everything; gives up silently when the reader is gone, as `head` leaves.
    static func write(_ bytes: [UInt8], to descriptor: Int32) {
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = Foundation.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                guard count > 0 else { return }
                rest = rest.dropFirst(count)
            }
        }
    }
}

/// Text for standard output, written in large pieces.
struct OutputBuffer: ~Copyable {
    private var bytes: [UInt8] = []

    mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
        if bytes.count > 1 << 16 { flush() }
    }

    mutating func flush() {
        Output.write(bytes, to: STDOUT_FILENO)
        bytes.removeAll(keepingCapacity: true)
    }
}
