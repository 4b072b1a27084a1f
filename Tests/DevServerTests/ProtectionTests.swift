import Foundation
import Testing

@testable import DevServer

@Suite(.timeLimit(.minutes(5))) struct ProtectionTests {
    /// The answer of both change-set paths, for any kind of record.
    struct Changes<Record: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
        let insert: [Record]
        let delete: [Record]
        let revision: Int
        let replace: Bool
    }

    private func changes<Record>(_ target: String, from server: LocalServer) async throws -> Changes<Record> {
        let reply = try await server.request("/api/protection/\(target)")
        #expect(reply.status == 200, "\(reply.body)")
        #expect(reply.headers["content-type"] == "application/json")
        return try JSONDecoder().decode(Changes<Record>.self, from: Data(reply.body.utf8))
    }

    // MARK: The built-in data

    @Test("The built-in hashes are the SHA-256 of their hosts", arguments: ProtectionSite.builtIn)
    func hashes(site: ProtectionSite) {
        #expect(sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(site.hash == sha256(site.host))
    }

    @Test("The built-in data lists only public test pages and reserved names")
    func hosts() {
        let hosts = Set(ProtectionSite.builtIn.map(\.host)).subtracting(["privacy-test-pages.site", "www.example.com"])
        #expect(hosts.allSatisfy { $0.hasSuffix(".example") || $0.hasSuffix(".test") })
    }

    @Test("Every pattern matches its page and no other", arguments: ProtectionSite.builtIn)
    func patterns(site: ProtectionSite) throws {
        let regex = try Regex(site.match.regex)
        for other in ProtectionSite.builtIn {
            #expect((try regex.firstMatch(in: other.match.url) != nil) == (other.match.url == site.match.url))
        }
        #expect(try regex.firstMatch(in: "https://\(site.host):8443\(site.path)?a=b") != nil)
        #expect(try regex.firstMatch(in: "http://x\(site.match.url.dropFirst(7))") == nil)
        #expect(try regex.firstMatch(in: site.match.url + "x") == nil)
    }

    @Test("The test page is in every set of its category", arguments: ["phishing", "malware", "scam"])
    func testPage(category: String) async throws {
        try await withServer { server in
            let hash = sha256("privacy-test-pages.site")
            let prefixes: Changes<String> = try await changes(
                "hashPrefix?category=\(category)&revision=0",
                from: server
            )
            #expect(prefixes.insert.contains(String(hash.prefix(8))))
            #expect(prefixes.replace)

            let filters: Changes<[String: String]> = try await changes(
                "filterSet?category=\(category)&revision=0",
                from: server
            )
            let regex = #"^https?://privacy-test-pages\.site(:[0-9]+)?/security/badware/\#(category)\.html(\?.*)?$"#
            #expect(filters.insert.first == ["hash": hash, "regex": regex])

            let reply = try await server.request("/api/protection/matches?hashPrefix=\(hash.prefix(4))")
            let matches = try JSONDecoder().decode([String: [[String: String]]].self, from: Data(reply.body.utf8))
            let match = [
                "hostname": "privacy-test-pages.site",
                "url": "http://privacy-test-pages.site/security/badware/\(category).html",
                "regex": regex, "hash": hash, "category": category,
            ]
            #expect(matches.keys.sorted() == ["matches"])
            #expect(matches["matches"]?.filter { $0["category"] == category } == [match])
        }
    }

    @Test("A fresh page is in the prefixes and the matches, but in no filter set")
    func freshPage() async throws {
        try await withServer { server in
            let hash = sha256("fresh-scam.test")
            let update: Changes<String> = try await changes("hashPrefix?category=scam&revision=1", from: server)
            #expect(update == Changes(insert: [String(hash.prefix(8))], delete: [], revision: 2, replace: false))
            let filters: Changes<[String: String]> = try await changes(
                "filterSet?category=scam&revision=0",
                from: server
            )
            #expect(!filters.insert.contains { $0["hash"] == hash })
            let reply = try await server.request("/api/protection/matches?hashPrefix=\(hash.prefix(4))")
            #expect(reply.body.contains(hash))
        }
    }

    // MARK: A folder

    private static let history = """
        [{"revision":3,"insert":["aaaaaaaa","bbbbbbbb"]},
         {"revision":5,"insert":["cccccccc"],"delete":["aaaaaaaa"]},
         {"revision":9,"insert":["aaaaaaaa","dddddddd"],"delete":["cccccccc"]}]
        """

    @Test(
        "A client gets the changes since its revision, or the whole set if the revision is unknown",
        arguments: [
            (0, Changes(insert: ["bbbbbbbb", "aaaaaaaa", "dddddddd"], delete: [], revision: 9, replace: true)),
            (3, Changes(insert: ["dddddddd"], delete: [], revision: 9, replace: false)),
            (4, Changes(insert: ["bbbbbbbb", "aaaaaaaa", "dddddddd"], delete: [], revision: 9, replace: true)),
            (5, Changes(insert: ["aaaaaaaa", "dddddddd"], delete: ["cccccccc"], revision: 9, replace: false)),
            (9, Changes(insert: [], delete: [], revision: 9, replace: false)),
            (10, Changes(insert: ["bbbbbbbb", "aaaaaaaa", "dddddddd"], delete: [], revision: 9, replace: true)),
        ]
    )
    func revisions(revision: Int, expected: Changes<String>) async throws {
        try await withFolder { folder in
            try Data(Self.history.utf8).write(to: folder.appending(path: "hashPrefix-phishing.json"))
            try await withServer(.init(data: folder)) { server in
                let answer: Changes<String> = try await changes(
                    "hashPrefix?category=phishing&revision=\(revision)",
                    from: server
                )
                #expect(answer == expected)
            }
        }
    }

    @Test("A changed file is served at once, and an invalid one is reported in the answer")
    func reload() async throws {
        try await withFolder { folder in
            let file = folder.appending(path: "hashPrefix-scam.json")
            try Data(#"[{"revision":1,"insert":["aaaaaaaa"]}]"#.utf8).write(to: file)
            try await withServer(.init(data: folder)) { server in
                let target = "hashPrefix?category=scam&revision=1"
                #expect(
                    try await changes(target, from: server)
                        == Changes<String>(insert: [], delete: [], revision: 1, replace: false)
                )

                try Data(#"[{"revision":1,"insert":["aaaaaaaa"]},{"revision":2,"delete":["aaaaaaaa"]}]"#.utf8).write(
                    to: file
                )
                let update = Changes<String>(insert: [], delete: ["aaaaaaaa"], revision: 2, replace: false)
                #expect(try await changes(target, from: server) == update)

                try Data("[".utf8).write(to: file)
                let reply = try await server.request("/api/protection/\(target)")
                #expect(reply.status == 500)
                #expect(
                    reply.body.contains("Cannot serve '\(file.path)': The given data was not valid JSON.")
                )
            }
        }
    }

    @Test("A set without a file is answered with 404")
    func missing() async throws {
        try await withFolder { folder in
            try await withServer(.init(data: folder)) { server in
                for target in ["hashPrefix?category=scam", "filterSet?category=scam", "matches?hashPrefix=abcd"] {
                    let reply = try await server.request("/api/protection/\(target)")
                    #expect(
                        reply == Reply(status: 404, body: #"{"error":"The data folder has no file for this set."}"#))
                }
            }
        }
    }

    @Test("Matches are found by a prefix of their hash")
    func matches() async throws {
        try await withFolder { folder in
            let hashes = [sha256("a.example"), sha256("b.example")]
            let matches = hashes.map { hash in
                #"{"category":"scam","hash":"\#(hash)","hostname":"h","regex":"(","url":"u"}"#
            }
            try Data("[\(matches.joined(separator: ","))]".utf8).write(to: folder.appending(path: "matches.json"))
            try await withServer(.init(data: folder)) { server in
                for (match, hash) in zip(matches, hashes) {
                    for length in [4, 8, 64] {
                        let reply = try await server.request(
                            "/api/protection/matches?hashPrefix=\(hash.prefix(length))"
                        )
                        #expect(reply == Reply(status: 200, body: #"{"matches":[\#(match)]}"#))
                    }
                }
                let reply = try await server.request("/api/protection/matches?hashPrefix=0000")
                #expect(reply == Reply(status: 200, body: #"{"matches":[]}"#))
            }
        }
    }

    static let badFiles: [(String, String, String)] = [
        ("hashPrefix-scam.json", "[]", "There is no revision. Add at least one."),
        ("hashPrefix-scam.json", "{}", "Expected to decode Array<"),
        ("hashPrefix-scam.json", #"[{"insert":[]}]"#, "[0].revision: This key is missing."),
        ("hashPrefix-scam.json", #"[{"revision":0}]"#, "Revision 0 follows 0. Start at 1 and use increasing numbers."),
        (
            "hashPrefix-scam.json", #"[{"revision":2},{"revision":1}]"#,
            "Revision 1 follows 2. Start at 1 and use increasing numbers."
        ),
        (
            "hashPrefix-scam.json", #"[{"revision":1,"insert":["AAAAAAAA"]}]"#,
            "Revision 1: 'AAAAAAAA' is not a hash prefix of 8 lower-case hexadecimal digits."
        ),
        (
            "hashPrefix-scam.json", #"[{"revision":1,"insert":["aaaaaaaa","aaaaaaaa"]}]"#,
            "Revision 1 inserts 'aaaaaaaa', which is already in the set."
        ),
        (
            "hashPrefix-scam.json", #"[{"revision":1,"delete":["aaaaaaaa"]}]"#,
            "Revision 1 deletes 'aaaaaaaa', which is not in the set."
        ),
        (
            "filterSet-scam.json", #"[{"revision":1,"insert":[{"hash":"ab","regex":"."}]}]"#,
            "Revision 1: 'ab' is not a SHA-256 of 64 lower-case hexadecimal digits."
        ),
        ("filterSet-scam.json", #"[{"revision":1,"insert":["aaaaaaaa"]}]"#, "[0].insert[0]: Expected to decode"),
        (
            "matches.json", #"[{"hostname":"","url":"","regex":"","hash":"ab","category":"scam"}]"#,
            "'ab' is not a SHA-256 of 64 lower-case hexadecimal digits."
        ),
        ("matches.json", #"[{"hostname":"","url":"","regex":"","hash":"","category":"spam"}]"#, "[0].category: "),
        ("hashprefix-scam.json", "[]", "Its name is unknown. Use hashPrefix-phishing.json, "),
    ]

    @Test("An invalid file prevents the start and is named", arguments: badFiles)
    func badFile(name: String, content: String, reason: String) async throws {
        try await withFolder { folder in
            let file = folder.appending(path: name)
            try Data(content.utf8).write(to: file)
            let error = #expect(throws: LocalServerError.self) { try LocalServer.start(.init(data: folder)) }
            let message = "Cannot serve '\(file.path)': \(reason)"
            #expect(error?.description.hasPrefix(message) == true, "\(String(describing: error))")
        }
    }

    @Test("A missing folder is named")
    func noFolder() async throws {
        try await withFolder { folder in
            let missing = folder.appending(path: "missing")
            #expect(
                throws: LocalServerError.invalidData(
                    path: missing.path,
                    reason: "It is not a readable folder."
                )
            ) { try LocalServer.start(.init(data: missing)) }
        }
    }

    @Test(
        "An invalid query is refused",
        arguments: [
            ("hashPrefix?category=spam&revision=0", "category is 'spam'. Use phishing, malware, scam."),
            ("hashPrefix?revision=0", "category is ''. Use phishing, malware, scam."),
            ("hashPrefix?category=..%2Fscam", "category is '../scam'. Use phishing, malware, scam."),
            ("filterSet?category=scam&revision=x", "revision is 'x'. Use a whole number, 0 for none."),
            ("filterSet?category=scam&revision=-1", "revision is '-1'. Use a whole number, 0 for none."),
            ("matches", "hashPrefix is ''. Use 4 to 64 lower-case hexadecimal digits."),
            ("matches?hashPrefix=abc", "hashPrefix is 'abc'. Use 4 to 64 lower-case hexadecimal digits."),
            ("matches?hashPrefix=ABCD", "hashPrefix is 'ABCD'. Use 4 to 64 lower-case hexadecimal digits."),
        ]
    )
    func badQuestion(target: String, message: String) async throws {
        try await withServer { server in
            let reply = try await server.request("/api/protection/\(target)")
            #expect(reply == Reply(status: 400, body: #"{"error":"\#(message)"}"#))
            #expect(server.collected.isEmpty)
        }
    }

    @Test("A client without a revision gets the whole set, and query items may be percent-encoded")
    func leniency() async throws {
        try await withServer { server in
            let everything: Changes<String> = try await changes("hashPrefix?x=&category=sc%61m", from: server)
            #expect(everything.replace)
        }
    }
}
