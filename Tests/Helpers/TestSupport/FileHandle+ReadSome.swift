package import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

extension FileHandle {
    /// What can be read now, waiting for the first byte; empty at the end.
    ///
    /// Not `availableData`: it traps when a signal interrupts it, and other tests send signals.
    package func readSome() -> Data { Self.readSome(fileDescriptor) }

    private static func readSome(_ descriptor: Int32) -> Data {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = systemRead(descriptor, &buffer, buffer.count)
            if count >= 0 { return Data(buffer[..<count]) }
            if errno != EINTR { return Data() }
        }
    }
}

/// `read` of the system; inside `FileHandle` the name means another function.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}
