import Testing

@testable import JSONSchema

@Suite("Formats and numbers")
struct FormatTests {
    @Test(
        "Formats accept what their standards say",
        arguments: [
            ("date", "2024-02-29", true), ("date", "2023-02-29", false), ("date", "1900-02-29", false),
            ("date", "2000-02-29", true),
            ("date", "2026-13-01", false), ("time", "12:00:00Z", true), ("time", "12:00:00", false),
            ("time", "23:59:60Z", true),
            ("time", "12:00:60Z", false), ("time", "12:00:00+24:00", false), ("time", "15:59:60-08:00", true),
            ("iso-time", "12:00:00", true), ("date-time", "2026-01-01T00:00:00z", true),
            ("date-time", "2026-01-01 00:00:00Z", true),
            ("date-time", "2026-01-01", false), ("iso-date-time", "2026-01-01T00:00:00", true),
            ("duration", "P1DT2H", true),
            ("duration", "P1W", true), ("duration", "P", false), ("duration", "PT", false),
            ("duration", "P1W1D", false),
            ("uri", "https://a.b/c?d=e#f", true), ("uri", "mailto:a@b.c", true), ("uri", "a", false),
            ("uri", "https://a b", false),
            ("uri", "https://ä.b", false), ("uri", "https://[::1]:80/", true), ("uri", "https://[1::2::3]/", false),
            ("uri", "https://a/%2", false), ("uri-reference", "../a?b#c", true), ("uri-reference", "1:a", false),
            ("uri-template", "/a/{b,c}{?d*}", true), ("uri-template", "/a/{b", false),
            ("url", "https://example.com/a", true),
            ("url", "https://localhost", false), ("email", "a.b@c.de", true), ("email", "a@b", false),
            ("email", "a..b@c.de", false),
            ("hostname", "a-b.c", true), ("hostname", "-a.b", false), ("hostname", "a..b", false),
            ("ipv4", "1.2.3.4", true),
            ("ipv4", "256.1.1.1", false), ("ipv4", "01.1.1.1", false), ("ipv6", "::", true),
            ("ipv6", "1:2:3:4:5:6:7:8", true),
            ("ipv6", "::ffff:1.2.3.4", true), ("ipv6", "1:2:3:4:5:6:7", false),
            ("uuid", "123E4567-e89b-12d3-a456-426614174000", true),
            ("uuid", "123", false), ("json-pointer", "/a~1b", true), ("json-pointer", "/a~2", false),
            ("json-pointer", "a", false),
            ("relative-json-pointer", "1/a", true), ("relative-json-pointer", "01", false), ("byte", "YQ==", true),
            ("byte", "YQ", false),
            ("regex", "\\-", true), ("regex", "(", false), ("password", "anything", true),
            ("date-time", "2026-01-01\r\n00:00:00Z", false), ("date-time", "2026-01-01\u{FEFF}00:00:00Z", true),
            ("date-time", "2026-01-01\u{85}00:00:00Z", false),
            ("url", "http://a.com/?x", true), ("url", "http://a.com?x", false), ("url", "http://a--b.com", false),
            ("url", "http://1.2.3.4:80", true), ("url", "http://192.168.1.1", false),
            ("url", "http://1.2.3.255", false),
            ("url", "http://172.15.1.1", true), ("url", "http://172.16.1.1", false), ("url", "http://ä.de", true),
            ("url", "http://x/y@a.com", true), ("url", "http://@a.com", false), ("url", "http://a.c1", false),
            ("regex", "a{", true), ("regex", "{1}", false), ("regex", "a{1}{2}", false), ("regex", "]}", true),
            ("regex", "\\1\\8", true), ("regex", "\\k<x>", true), ("regex", "(?<x>a)\\k<y>", false),
            ("regex", "(?=a)*", true), ("regex", "(?<=a)*", false), ("regex", "[a-\\d]", true),
            ("regex", "[b-a]", false),
            ("regex", "(?i)a", false), ("regex", "a++", false), ("regex", "\\u{61}", true), ("regex", "\\x1\\u1", true),
            ("regex", "a\\Z", false), ("regex", "\\Z", true), ("regex", "a\\\\Z", true), ("regex", "", true),
            ("regex", "\\", false), ("regex", "\\c", true), ("regex", "[]", true), ("regex", "^*", false),
        ]
    )
    func formats(name: String, text: String, expected: Bool) throws {
        #expect(try #require(StringFormat(rawValue: name)).accepts(text) == expected)
    }

    @Test(
        "Text becomes a number as in ECMAScript",
        arguments: [
            ("1", 1), ("007", 7), ("+1", 1), ("-1.5", -1.5), (".5", 0.5), ("5.", 5), ("1e3", 1_000), ("0x10", 16),
            ("0b11", 3),
            ("0o17", 15), (" 1\n", 1), (" ", 0), ("Infinity", .infinity), ("-Infinity", -.infinity),
            ("1e400", .infinity),
            ("1_000", nil), ("1,5", nil), ("-0x10", nil), ("0x", nil), ("٣", nil), ("NaN", nil), ("inf", nil),
            ("1e", nil),
            (".", nil), ("12345678901234567168", 12_345_678_901_234_567_168),
        ] as [(String, Double?)]
    )
    func numbers(text: String, expected: Double?) {
        #expect(ScriptNumber.parse(text) == expected)
    }
}
