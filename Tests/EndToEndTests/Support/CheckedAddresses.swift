/// Sixty addresses with their verdicts by the data of the development server.
enum CheckedAddresses {
    typealias Row = (url: String, verdict: String, source: String)

    static let all: [Row] = knownPages + neighbours + spellings + fresh + others

    private static let pages = "privacy-test-pages.site/security/badware"

    private static let knownPages: [Row] = [
        ("http://\(pages)/phishing.html", "phishing", "local"), ("https://\(pages)/phishing.html", "phishing", "local"),
        ("http://\(pages)/malware.html", "malware", "local"), ("https://\(pages)/malware.html", "malware", "local"),
        ("http://\(pages)/scam.html", "scam", "local"), ("https://\(pages)/scam.html", "scam", "local"),
        ("https://login.bank.example/signin", "phishing", "local"),
        ("http://login.bank.example/signin?user=me", "phishing", "local"),
        ("https://downloads.example/setup.exe", "malware", "local"), ("http://prize.example/win", "scam", "local"),
    ]

    private static let neighbours: [Row] = [
        ("http://\(pages)/", "safe", "api"), ("http://\(pages)/harmless.html", "safe", "api"),
        ("http://\(pages)/scam.html/more", "safe", "api"), ("http://privacy-test-pages.site/", "safe", "api"),
        ("http://www.\(pages)/scam.html", "scam", "local"), ("https://bank.example/signin", "safe", "none"),
        ("https://login.bank.example/", "safe", "api"), ("https://login.bank.example.com/signin", "safe", "none"),
        ("https://downloads.example/setup.ex", "safe", "api"), ("http://prizes.example/win", "safe", "none"),
    ]

    private static let spellings: [Row] = [
        ("http://\(pages)/phishing.html#frags", "phishing", "local"),
        ("http://\(pages)/phishing.html#a#b", "phishing", "local"),
        ("http://privacy-test-pages.site/security/../security/badware/phishing.html", "phishing", "local"),
        ("http://privacy-test-pages.site/security/./badware/phishing.html", "phishing", "local"),
        ("http://\(pages)/%70%68%69%73%68%69%6e%67.html", "phishing", "local"),
        ("http://\(pages)/%2570hishing.html", "phishing", "local"),
        ("http://privacy-test-pages.site/SECURITY/BADWARE/PHISHING.HTML", "phishing", "local"),
        ("http://\(pages)/phishing.html////", "phishing", "local"),
        ("http://privacy-test-pages.site//security//badware//phishing.html", "phishing", "local"),
        ("HTTP://PRIVACY-TEST-PAGES.SITE./security/badware/phishing.html", "phishing", "local"),
        ("http://me:secret@\(pages)/phishing.html", "phishing", "local"),
        ("http://privacy-test-pages.site:8080/security/badware/phishing.html", "phishing", "local"),
        ("http:\\\\privacy-test-pages.site\\security\\badware\\phishing.html", "phishing", "local"),
        ("  http://\(pages)/phishing.html  ", "phishing", "local"),
        ("http://\(pages)/phi\tshing.html", "phishing", "local"),
    ]

    private static let fresh: [Row] = [
        ("https://fresh-phishing.test/", "phishing", "api"), ("http://fresh-phishing.test", "phishing", "api"),
        ("http://fresh-malware.test/?a=b", "malware", "api"), ("http://fresh-scam.test/#x", "scam", "api"),
        ("http://fresh-scam.test/elsewhere", "safe", "api"), ("http://very-fresh-scam.test/", "safe", "none"),
    ]

    private static let others: [Row] = [
        ("https://www.example.org/", "safe", "none"), ("https://www.swift.org/documentation/", "safe", "none"),
        ("https://bücher.example/ä?ö=ü", "safe", "none"), ("http://192.0.2.1/", "safe", "none"),
        ("http://3221225985/", "safe", "none"), ("http://[2001:db8::1]:8080/", "safe", "none"),
        ("http://localhost/%", "safe", "none"), ("http://a.b.c.d.e.f.g.h.example/", "safe", "none"),
        ("http://evil.example/?u=http://\(pages)/phishing.html", "safe", "none"),
        ("privacy-test-pages.site", "invalid", "none"), ("http://", "invalid", "none"),
        ("http:///security", "safe", "none"), ("ftp://prize.example/win", "invalid", "none"),
        ("file:///etc/passwd", "invalid", "none"), ("about:blank", "invalid", "none"),
        ("javascript:alert(1)", "invalid", "none"), ("mailto:me@prize.example", "invalid", "none"),
        ("http://[::1/", "invalid", "none"), ("-", "invalid", "none"),
    ]
}
