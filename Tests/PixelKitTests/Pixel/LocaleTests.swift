#if !os(iOS)
import Foundation
import TestSupport
import Testing

@Suite("Locale") struct LocaleTests {
    @Test(
        "Names, values, windows and words are the same in every locale, calendar and time zone",
        arguments: [
            ("C", "UTC", "en_US"), ("th_TH.UTF-8", "Asia/Bangkok", "th_TH@calendar=buddhist"),
            ("ar_SA.UTF-8", "Asia/Riyadh", "ar_SA@calendar=islamic-umalqura;numbers=arab"),
            ("he_IL.UTF-8", "Asia/Jerusalem", "he_IL@calendar=hebrew"),
            ("en_US.UTF-8", "America/Los_Angeles", "en_US@hours=h12"),
            ("tr_TR.UTF-8", "Pacific/Kiritimati", "tr_TR"), ("de_DE.UTF-8", "Pacific/Niue", "de_DE"),
            ("ja_JP.UTF-8", "Asia/Tokyo", "ja_JP@calendar=japanese"),
        ])
    func output(language: String, zone: String, locale: String) async throws {
        var environment = ProcessInfo.processInfo.environment
        for key in ["LANG", "LC_ALL", "LANGUAGE"] { environment[key] = language }
        environment["TZ"] = zone
        // The arguments set the preferences of that process where the system has such.
        let probe = try ChildProcess(
            "TestProbe", ["locale", "-AppleLocale", locale, "-AppleLanguages", "(\(locale.prefix(2)))"],
            environment: environment)
        #expect(await probe.result() == ChildProcess.Result(status: 0, output: Self.expected))
    }

    private static let expected = """
        m_Probe_I_daily_linux ?n=-1234567&x=1234.5&y=1e-09&b=true&text=%C4%B0i%20%D9%A1%D9%A2%20%E0%B8%BF%20%E2%80%8F%D7%A9&d=NSCocoaErrorDomain&e=4
        true m_Probe_I_daily_test: daily window closed since 23:59 UTC; opens in 1 s
        true m_Probe_I_monthly_test: monthly window closed since 23:59 UTC; opens in 1 s
        true m_Probe_I_test: sent 23:59 UTC; once per install
        true m_Probe_I_test: window closed since 23:59 UTC; opens in 1 s
        true m_Probe_I_daily_test: daily window closed since 00:00 UTC; opens in 24 h 0 m
        true m_Probe_I_monthly_test: monthly window closed since 00:00 UTC; opens in 31 d 0 h
        false m_Probe_I_test: sent 2026-12-31 23:59 UTC; once per install
        false m_Probe_I_test: window closed since 2026-12-31 23:59 UTC; opens in 1 s

        """
}
#endif
