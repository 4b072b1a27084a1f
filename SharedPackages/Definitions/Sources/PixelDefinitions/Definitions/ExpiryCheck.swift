/// Compares a pixel's `expires` with today.
enum ExpiryCheck {
    /// A warning in the month before the day, an error after it.
    static func faults(_ expires: String?, today: String?, of name: String, in file: DefinitionFile) -> [Fault] {
        guard let expires, let today, SchemaFormat.date.accepts(expires), SchemaFormat.date.accepts(today) else {
            return []
        }
        let path = [name, "expires"]
        // Dates of this form sort as text.
        if expires < today {
            let message = "The pixel expired on \(expires). Remove it, or move the date."
            return [file.fault(.expired, message, at: path, pixel: name)]
        }
        guard expires <= monthAfter(today) else { return [] }
        let message = "The pixel expires on \(expires). Remove it until then, or move the date."
        return [file.fault(.expiresSoon, message, at: path, pixel: name, severity: .warning)]
    }

    /// The same day a month later; it need not exist to be compared with.
    private static func monthAfter(_ date: String) -> String {
        let parts = date.split(separator: "-").compactMap { Int($0) }
        let (year, month) = parts[1] == 12 ? (parts[0] + 1, 1) : (parts[0], parts[1] + 1)
        let pad = { (number: Int, width: Int) in
            String(repeating: "0", count: max(0, width - String(number).count)) + String(number)
        }
        return "\(pad(year, 4))-\(pad(month, 2))-\(pad(parts[2], 2))"
    }
}
