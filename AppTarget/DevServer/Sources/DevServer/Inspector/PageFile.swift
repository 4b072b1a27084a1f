import Foundation

/// A file of the inspector's page.
struct PageFile: Sendable {
    let path: String
    let type: String
    let bytes: [UInt8]

    /// The page may load only what this server serves, and may run no script and no style that stands in markup.
    private static let policy = """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; \
        form-action 'none'; frame-ancestors 'none'
        """

    static var routes: [Route] {
        all.map { file in
            Route(path: .exactly(file.path), methods: ["GET"]) { _ in .response(file.response) }
        }
    }

    private var response: HTTPResponse {
        HTTPResponse(
            status: 200,
            headers: [
                ("Content-Type", type), ("Content-Security-Policy", Self.policy), ("X-Content-Type-Options", "nosniff"),
                ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Resource-Policy", "same-origin"),
                ("Cross-Origin-Opener-Policy", "same-origin"),
            ], body: Data(bytes))
    }

    private static let all = [
        PageFile(path: "/", type: "text/html; charset=utf-8", bytes: PackageResources.index_html),
        PageFile(
            path: "/inspector/inspector.css", type: "text/css; charset=utf-8", bytes: PackageResources.inspector_css),
        PageFile(path: "/inspector/icon.svg", type: "image/svg+xml", bytes: PackageResources.icon_svg),
        script("apps", PackageResources.apps_js), script("catalog", PackageResources.catalog_js),
        script("details", PackageResources.details_js), script("dom", PackageResources.dom_js),
        script("faults", PackageResources.faults_js), script("list", PackageResources.list_js),
        script("main", PackageResources.main_js), script("records", PackageResources.records_js),
        script("store", PackageResources.store_js), script("wide-event", PackageResources.wide_event_js),
    ]

    private static func script(_ name: String, _ bytes: [UInt8]) -> PageFile {
        PageFile(path: "/inspector/\(name).js", type: "text/javascript; charset=utf-8", bytes: bytes)
    }
}
