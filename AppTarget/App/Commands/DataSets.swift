import CommandLineKit
import Foundation
import MaliciousSiteProtection

extension Command {
    static let datasets = Command(
        "datasets", "update|status", summary: "Update or show the local protection data.",
        details: """
            An update requests what has changed since the last one, or the whole sets with --full. An update that fails \
            leaves the old data in place and prints the reason. A request fails after two minutes, or when its answer is \
            longer than 64 MiB.
            """,
        options: [Option("--full", help: "Request the whole sets, also what has not changed.")]
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
        let full = invocation.options["--full"] != nil
        var code = ExitCode.success
        for (id, result) in await invocation.console.showing("Asking \(services)…", { await app.updateDataSets(full: full) }) {
            switch result {
            case .success(let status): show(status, app, invocation)
            case .failure(let error):
                let reason =
                    (error as? MaliciousSiteProtectionError)?.description
                    ?? "\(services) gave no answer. The old set stays. Check that the service runs there."
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
    /// Keeps the data sets up to date while `body` runs. For bodies that may last longer than an update interval.
    ///
    /// The updates have ended when this returns. When the calling task is cancelled, they are cancelled at once.
    func updatingDataSets<Value: Sendable>(while body: () async throws -> Value) async rethrows -> Value {
        let updates = Task { [dataSetUpdater] in await dataSetUpdater.run() }
        return try await withTaskCancellationHandler {
            do {
                let value = try await body()
                await end(updates)
                return value
            } catch {
                await end(updates)
                throw error
            }
        } onCancel: {
            updates.cancel()
        }
    }

    private func end(_ updates: Task<Void, Never>) async {
        updates.cancel()
        await updates.value
    }

    /// Updates every data set, all at the same time, and returns the result of each in their order.
    func updateDataSets(full: Bool = false) async -> [(id: DataSetID, result: Result<DataSetStore.Status, any Error>)] {
        await withTaskGroup(of: (DataSetID, Result<DataSetStore.Status, any Error>).self) { group in
            for id in DataSetID.all {
                group.addTask { [dataSetUpdater] in
                    let result: Result<DataSetStore.Status, any Error>
                    do { result = .success(try await dataSetUpdater.update(id, full: full)) } catch { result = .failure(error) }
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
