import CMicrohttpd
import Foundation

extension HTTPResponse {
    /// Hands the response to the daemon. Called on its thread, once a request.
    func queue(on connection: OpaquePointer) -> MHD_Result {
        let handle = body.withUnsafeBytes { bytes in
            // "Must copy" is what makes the cast right: the bytes are only read.
            MHD_create_response_from_buffer(
                bytes.count,
                UnsafeMutableRawPointer(mutating: bytes.baseAddress),
                .RESPMEM_MUST_COPY
            )
        }
        guard let handle else { return .NO }
        defer { MHD_destroy_response(handle) }
        MHD_add_response_header(handle, "Cache-Control", "no-store")
        for header in headers { MHD_add_response_header(handle, header.name, header.value) }
        return MHD_queue_response(connection, UInt32(status), handle)
    }
}

extension EventStreamBody {
    /// Hands the stream to the daemon, which frees it when it is over or the client has left.
    func queue(on connection: OpaquePointer) -> MHD_Result {
        let context = Unmanaged.passRetained(self)
        let handle = MHD_create_response_from_callback(
            UInt64.max,  // The length is not known.
            16 << 10,
            { context, _, buffer, size in
                guard let context, let buffer else { return CMicrohttpdEndOfStream }
                return Unmanaged<EventStreamBody>.fromOpaque(context).takeUnretainedValue()
                    .read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size))
            },
            context.toOpaque(),
            { context in
                guard let context else { return }
                Unmanaged<EventStreamBody>.fromOpaque(context).takeRetainedValue().free()
            }
        )
        guard let handle else {
            context.takeRetainedValue().free()
            return .NO
        }
        defer { MHD_destroy_response(handle) }
        MHD_add_response_header(handle, "Cache-Control", "no-store")
        MHD_add_response_header(handle, "Content-Type", "text/event-stream")
        return MHD_queue_response(connection, 200, handle)
    }
}
