import Foundation

/// Says in one sentence where JSON is not as expected, such as `[0].status: Expected Int but found a string.`
func describeDecodingFailure(_ error: any Error) -> String {
    guard let error = error as? DecodingError else { return "\(error)" }
    switch error {
    case .keyNotFound(let key, let context):
        return place(context.codingPath + [key]) + "This key is missing."
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
        return place(context.codingPath) + context.debugDescription
    @unknown default:
        return "\(error)"
    }
}

private func place(_ path: [any CodingKey]) -> String {
    let text = path.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }.joined()
    return text.isEmpty ? "" : (text.hasPrefix(".") ? String(text.dropFirst()) : text) + ": "
}
