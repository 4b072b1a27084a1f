package import Foundation

/// Where the app keeps its data and whom it talks to.
package struct AppConfiguration: Sendable, Equatable {
    /// The folder of all data.
    package var dataFolder: URL
    /// Pixels go to `<pixelURL>/t/NAME?query`.
    package var pixelURL: URL
    /// The protection service is at `<servicesURL>/api/protection`.
    package var servicesURL: URL
    /// The date that windows see when the process starts; `nil` for the clock's.
    package var startDate: Date?
    /// Whether pixels are sent; otherwise they are kept for a later process.
    package var isSending: Bool
    /// What is logged, and how.
    package var telemetry = TelemetryOptions()

    package init(dataFolder: URL, pixelURL: URL, servicesURL: URL, startDate: Date? = nil, isSending: Bool = true) {
        self.dataFolder = dataFolder
        self.pixelURL = pixelURL
        self.servicesURL = servicesURL
        self.startDate = startDate
        self.isSending = isSending
    }

    /// The development server's address when it is started with `--port 8787`.
    package static let developmentURL = URL(string: "http://127.0.0.1:8787")!  // A literal that parses.

    /// `browser` in the system's folder for application data.
    package static var defaultDataFolder: URL {
        let folder = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
        return (folder ?? FileManager.default.temporaryDirectory).appending(path: "browser")
    }
}
