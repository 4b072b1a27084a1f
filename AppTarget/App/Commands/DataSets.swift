import CommandLineSupport
import Foundation
import MaliciousSiteProtection

extension Command {
    static let datasets = Command(
        "datasets", "update|status", summary: "Update or show the local protection data.",
        details: "An update that fails leaves the old data in place and says why."
    ) { invocation in
        switch invocation.arguments {
        case ["status"]:
            return try await invocation.withApp { app in
                for id in DataSetID.all { show(app.dataSets.status(of: id), app, invocation) }
                return .success
            }
        case ["update"]:
            return try await invocation.withApp { app in await update(app, invocation) }
        default:
            throw invocation.usage("Say 'datasets update' or 'datasets status'.")
        }
    }

    private static func update(_ app: CompositionRoot, _ invocation: Invocation) async -> ExitCode {
        var result = ExitCode.success
        for id in DataSetID.all {
            do {
                show(try await app.dataSetUpdater.update(id), app, invocation)
            } catch {
                invocation.console.printError("browser: \(id): \(error)")
                result = .failure
            }
        }
        return result
    }

    private static func show(_ status: DataSetStore.Status, _ app: CompositionRoot, _ invocation: Invocation) {
        let updated = app.dataSets.lastUpdate(of: status.id)?.formatted(.iso8601)
        let origin =
            switch status.origin {
            case .embedded: "embedded"
            case .downloaded: "downloaded"
            case .embeddedInsteadOf: "embedded, since its file is damaged"
            }
        let name = "\(status.id)".padding(toLength: 24, withPad: " ", startingAt: 0)
        invocation.print(
            [
                "category": status.id.category.rawValue, "type": status.id.type.rawValue, "revision": status.revision,
                "count": status.count, "origin": origin, "updated": updated,
            ],
            or: "\(name)revision \(status.revision), \(status.count) entries, \(origin)"
                + (updated.map { ", updated \($0)" } ?? ""))
    }
}
