/// A dangerous page of the built-in data.
struct ProtectionSite: Sendable {
    let category: ThreatCategory
    let host: String
    let path: String
    /// The SHA-256 of the host, as printed by `printf %s HOST | sha256sum`.
    let hash: String
    /// Whether the site is in revision 2 of the hash prefixes and in no filter set. Only the matches service knows it.
    var isFresh = false

    var hashPrefix: HashPrefix { HashPrefix(String(hash.prefix(8))) }
    var filter: ProtectionFilter { ProtectionFilter(hash: hash, regex: regex) }
    var match: ProtectionMatch {
        ProtectionMatch(hostname: host, url: "http://\(host)\(path)", regex: regex, hash: hash, category: category)
    }

    /// The canonical URL of the page, with any port and any query.
    private var regex: String {
        let escaped = { (text: String) in text.replacing(".", with: "\\.") }
        return "^https?://\(escaped(host))(:[0-9]+)?\(escaped(path))(\\?.*)?$"
    }
}

extension ProtectionSite {
    /// The test pages of the Privacy Test Pages project, and invented pages under names that RFC 2606 reserves for
    /// examples and tests. No real site is listed.
    static let builtIn: [ProtectionSite] = [
        ProtectionSite(
            category: .phishing,
            host: "privacy-test-pages.site",
            path: "/security/badware/phishing.html",
            hash: "e4753ddad954dafd4ff4ef67f82b3c1a2db6ef4a51bda43513260170e558bd13"
        ),
        ProtectionSite(
            category: .malware,
            host: "privacy-test-pages.site",
            path: "/security/badware/malware.html",
            hash: "e4753ddad954dafd4ff4ef67f82b3c1a2db6ef4a51bda43513260170e558bd13"
        ),
        ProtectionSite(
            category: .scam,
            host: "privacy-test-pages.site",
            path: "/security/badware/scam.html",
            hash: "e4753ddad954dafd4ff4ef67f82b3c1a2db6ef4a51bda43513260170e558bd13"
        ),
        ProtectionSite(
            category: .phishing,
            host: "www.example.com",
            path: "/security/badware/phishing.html",
            hash: "80fc0fb9266db7b83f85850fa0e6548b6d70ee68c8b5b412f1deea6ebdef0404"
        ),
        ProtectionSite(
            category: .malware,
            host: "www.example.com",
            path: "/security/badware/malware.html",
            hash: "80fc0fb9266db7b83f85850fa0e6548b6d70ee68c8b5b412f1deea6ebdef0404"
        ),
        ProtectionSite(
            category: .scam,
            host: "www.example.com",
            path: "/security/badware/scam.html",
            hash: "80fc0fb9266db7b83f85850fa0e6548b6d70ee68c8b5b412f1deea6ebdef0404"
        ),
        ProtectionSite(
            category: .phishing,
            host: "login.bank.example",
            path: "/signin",
            hash: "104b0a121a5fd58216b131c58fd3443cf42ebabe5959bda09372dd7721e6cbb4"
        ),
        ProtectionSite(
            category: .malware,
            host: "downloads.example",
            path: "/setup.exe",
            hash: "14e424e8e15e330fcb50ab9eafc3a3d7f22294c15540a7ecca62bc434394b983"
        ),
        ProtectionSite(
            category: .scam,
            host: "prize.example",
            path: "/win",
            hash: "639813490e5103341b6d2f1e69d533c4b5c26fb87e7aba2183d5b2b8397411cf"
        ),
        ProtectionSite(
            category: .phishing,
            host: "fresh-phishing.test",
            path: "/",
            hash: "396f2ca46510ca2c96ab4fb0affdcf1b51bc03792038666e5ce0a1a03b3b056d",
            isFresh: true
        ),
        ProtectionSite(
            category: .malware,
            host: "fresh-malware.test",
            path: "/",
            hash: "3024f537beed7948904f16ed60ad446300c26fd31aa6466344e2524ff8c46e71",
            isFresh: true
        ),
        ProtectionSite(
            category: .scam,
            host: "fresh-scam.test",
            path: "/",
            hash: "c8a842815f912373e5396e7e07d45d2875497047ff6e758922a73b2aef90cea6",
            isFresh: true
        ),
    ]
}

extension ProtectionData {
    /// The data of a server without a data folder.
    static var builtIn: ProtectionData {
        var hashPrefixes: [ThreatCategory: ProtectionSource<RevisedSet<HashPrefix>>] = [:]
        var filters: [ThreatCategory: ProtectionSource<RevisedSet<ProtectionFilter>>] = [:]
        for category in ThreatCategory.allCases {
            let sites = ProtectionSite.builtIn.filter { $0.category == category }
            let known = sites.filter { !$0.isFresh }
            let fresh = sites.filter(\.isFresh)
            // Constants whose revisions are consistent, so neither call throws.
            let prefixes = try! RevisedSet([
                .init(revision: 1, insert: known.map(\.hashPrefix)),
                .init(revision: 2, insert: fresh.map(\.hashPrefix)),
            ])
            let patterns = try! RevisedSet([.init(revision: 1, insert: known.map(\.filter))])  // As above.
            hashPrefixes[category] = .builtIn(prefixes)
            filters[category] = .builtIn(patterns)
        }
        let matches = ProtectionSite.builtIn.map(\.match)
        return ProtectionData(hashPrefixes: hashPrefixes, filters: filters, matches: .builtIn(matches))
    }
}
