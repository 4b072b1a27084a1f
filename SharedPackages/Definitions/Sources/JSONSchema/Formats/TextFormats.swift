/// Names, addresses of mail, identifiers and pointers.
enum TextFormats {
    static func isEmail(_ text: String) -> Bool {
        let local = /[A-Za-z0-9!#$%&'*+\/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+\/=?^_`{|}~-]+)*/
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].wholeMatch(of: local) != nil else { return false }
        let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
        return labels.count > 1 && labels.allSatisfy { isLabel($0, longest: .max) }
    }

    static func isHostname(_ text: String) -> Bool {
        guard (1...253).contains(text.utf8.count) || (text.utf8.count == 254 && text.hasSuffix(".")) else {
            return false
        }
        let name = text.hasSuffix(".") ? text.dropLast() : text[...]
        return name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { isLabel($0, longest: 63) }
    }

    /// Letters, digits and inner hyphens.
    private static func isLabel(_ label: Substring, longest: Int) -> Bool {
        (1...longest).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
            && label.utf8.allSatisfy { $0.isASCIILetter || (0x30...0x39).contains($0) || $0 == 0x2D }
    }

    /// A regular expression without the `u` flag, where needless escapes and lone braces are allowed.
    static func isRegex(_ text: String) -> Bool {
        // ECMAScript has no `\Z`. The reference's format rejects it except at the beginning and behind a backslash.
        text.firstMatch(of: /[^\\]\\Z/) == nil && (try? PatternParser.parse(text, as: .lenient)) != nil
    }

    static func isUUID(_ text: String) -> Bool {
        let digits = text.lowercased().hasPrefix("urn:uuid:") ? text.dropFirst(9) : text[...]
        let groups = digits.split(separator: "-", omittingEmptySubsequences: false)
        return groups.map(\.utf8.count) == [8, 4, 4, 4, 12] && groups.joined().utf8.allSatisfy(\.isHexadecimalDigit)
    }

    static func isPointer(_ text: Substring) -> Bool {
        text.isEmpty || (text.hasPrefix("/") && text.matches(of: /~(?![01])/).isEmpty)
    }

    static func isPointerFragment(_ text: String) -> Bool {
        text.wholeMatch(of: /#(?:\/(?:[A-Za-z0-9_\-.!$&'()*+,;:=@]|%[0-9A-Fa-f]{2}|~0|~1)*)*/) != nil
    }

    static func isRelativePointer(_ text: String) -> Bool {
        guard let match = text.prefixMatch(of: /0|[1-9][0-9]*/) else { return false }
        let rest = text[match.range.upperBound...]
        return rest == "#" || isPointer(rest)
    }

    static func isBase64(_ text: String) -> Bool {
        text.wholeMatch(of: /(?:[A-Za-z0-9+\/]{4})*(?:[A-Za-z0-9+\/]{2}==|[A-Za-z0-9+\/]{3}=)?/) != nil
    }
}

/// Dates and times of RFC 3339, and durations of ISO 8601.
enum DateFormats {
    /// `YYYY-MM-DD` with a day that exists.
    static func isDate(_ text: Substring) -> Bool {
        let digits = Array(text.utf8)
        guard digits.count == 10, digits[4] == UInt8(ascii: "-"), digits[7] == UInt8(ascii: "-"),
            let year = number(digits[0..<4]), let month = number(digits[5..<7]), let day = number(digits[8..<10])
        else { return false }
        let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return (1...12).contains(month) && (1...lengths[month - 1]).contains(day)
    }

    /// `hh:mm:ss`, a fraction if any, and a zone. A leap second counts only at midnight UTC.
    static func isTime(_ text: Substring, needsZone: Bool) -> Bool {
        let expression = /([0-9]{2}):([0-9]{2}):([0-9]{2}(?:\.[0-9]+)?)([zZ]|([+\-])([0-9]{2})(?::?([0-9]{2}))?)?/
        guard let match = text.wholeMatch(of: expression) else { return false }
        let (_, hourText, minuteText, secondText, zone, sign, zoneHours, zoneMinutes) = match.output
        guard let hour = Int(hourText), let minute = Int(minuteText), let second = Double(secondText) else {
            return false
        }
        let hours = zoneHours.flatMap { Int($0) } ?? 0
        let minutes = zoneMinutes.flatMap { Int($0) } ?? 0
        guard hours <= 23, minutes <= 59, !needsZone || zone != nil else { return false }
        if hour <= 23, minute <= 59, second < 60 { return true }
        let direction = sign == "-" ? -1 : 1
        let utcMinute = minute - minutes * direction
        let utcHour = hour - hours * direction - (utcMinute < 0 ? 1 : 0)
        return (utcHour == 23 || utcHour == -1) && (utcMinute == 59 || utcMinute == -1) && second < 61
    }

    static func isDateTime(_ text: String, needsZone: Bool) -> Bool {
        let parts = text.unicodeScalars.split(omittingEmptySubsequences: false) { scalar in
            scalar == "t" || scalar == "T" || ScalarSet.whiteSpace.contains(scalar)
        }.map(Substring.init)
        return parts.count == 2 && isDate(parts[0]) && isTime(parts[1], needsZone: needsZone)
    }

    static func isDuration(_ text: String) -> Bool {
        guard text.hasPrefix("P"), text.count > 1 else { return false }
        if text.wholeMatch(of: /P[0-9]+W/) != nil { return true }
        let time = /P([0-9]+Y)?([0-9]+M)?([0-9]+D)?(T(?=[0-9])([0-9]+H)?([0-9]+M)?([0-9]+S)?)?/
        return text.wholeMatch(of: time) != nil
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        digits.reduce(0) { value, digit in
            value.flatMap { (0x30...0x39).contains(digit) ? $0 * 10 + Int(digit - 0x30) : nil }
        }
    }
}

extension UInt8 {
    var isASCIILetter: Bool { (0x61...0x7A).contains(self | 0x20) }

    var isHexadecimalDigit: Bool { (0x30...0x39).contains(self) || (0x61...0x66).contains(self | 0x20) }
}
