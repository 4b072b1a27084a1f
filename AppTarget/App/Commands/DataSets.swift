import CommandLineKit
import Foundation
import MaliciousSiteProtection

extension Command {
    static let datasets = Command(
        "datasets", "update|status", summary: "Update or show the local protection data.",
        details: """
            An update that fails leaves the old data in place and prints the reason. A request fails after two minutes, or \
            when its answer is longer than 64 MiB.
            """
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
            let guess = invocation.arguments.first.map { suggestion(for: $0, in: ["update", "status"]) } ?? ""
            throw invocation.usage("Say 'datasets update' or 'datasets status'.\(guess)")
        }
    }

    private static func update(_ app: CompositionRoot, _ invocation: Invocation) async -> ExitCode {
        let services = app.configuration.servicesURL.absoluteString
        var code = ExitCode.success
        for (id, result) in await invocation.console.showing("Asking \(services)…", { await app.updateDataSets() }) {
            switch result {
            case .success(let status): show(status, app, invocation)
            case .failure(let error):
                let reason =
                    (error as? MaliciousSiteProtectionError)?.description
                    ?? "\(services) gave no answer. The old set stays; check that the service runs there."
                let isNamed = reason.hasPrefix("Data set ")  // Errors of the service do not know for what it was asked.
                invocation.console.printError("browser: " + (isNamed ? reason : "Data set \(id): \(reason)"))
                code = .failure
            }
        }
        return code
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
        let entries = status.count == 1 ? "1 entry" : "\(status.count) entries"
        invocation.print(
            [
                "category": status.id.category.rawValue, "type": status.id.type.rawValue, "revision": status.revision,
                "count": status.count, "origin": origin, "updated": updated,
            ],
            or: "\(name)revision \(status.revision), \(entries), \(origin)" + (updated.map { ", updated \($0)" } ?? ""))
    }
}

extension CompositionRoot {
    /// Updates every data set, all at the same time, and returns what became of each in their order.
    func updateDataSets() async -> [(id: DataSetID, result: Result<DataSetStore.Status, any Error>)] {
        await withTaskGroup(of: (DataSetID, Result<DataSetStore.Status, any Error>).self) { group in
            for id in DataSetID.all {
                group.addTask { [dataSetUpdater] in
                    let result: Result<DataSetStore.Status, any Error>
                    do { result = .success(try await dataSetUpdater.update(id)) } catch { result = .failure(error) }
                    // Not before the wait: optimised by Swift 6.3.1, a tuple begun before it loses what it held.
                    return (id, result)
                }
            }
            var results: [DataSetID: Result<DataSetStore.Status, any Error>] = [:]
            for await (id, result) in group { results[id] = result }
            return DataSetID.all.compactMap { id in results[id].map { (id, $0) } }
        }
    }
}
