package import Foundation

/// The folder, the addresses and the options of the app.
package struct AppConfiguration: Sendable, Equatable {
    /// The folder of all data.
    package var dataFolder: URL
    /// Pixels go to `<pixelURL>/t/NAME?query`.
    package var pixelURL: URL
    /// The protection service is at `<servicesURL>/api/protection`.
    package var servicesURL: URL
    /// The date at which the clock of frequency windows starts. `nil` is the system's date.
    package var startDate: Date?
    /// Whether pixels are sent. Otherwise a later process sends them.
    package var isSending: Bool
    package var telemetry = TelemetryOptions()

    package init(dataFolder: URL, pixelURL: URL, servicesURL: URL, startDate: Date? = nil, isSending: Bool = true) {
        self.dataFolder = dataFolder
        self.pixelURL = pixelURL
        self.servicesURL = servicesURL
        self.startDate = startDate
        self.isSending = isSending
    }

    /// The address of `devserver --port 8787`.
    package static let developmentURL = URL(string: "http://127.0.0.1:8787")!  // A literal that parses.

    /// The folder `browser` in the system's folder for application data.
    package static var defaultDataFolder: URL {
        let folder = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
        return (folder ?? FileManager.default.temporaryDirectory).appending(path: "browser")
    }
}
