import Foundation
import PixelDefinitions
import TestSupport

/// A small folder of definitions for a test.
struct Sample {
    var product = #"{ target: { key: "appVersion", version: "7.0.0" } }"#
    var parameters = #"{ appVersion: { key: "appVersion", description: "version" } }"#
    var suffixes = #"{ daily: { description: "schedule", enum: ["daily", "count"] } }"#
    var ignored = "{}"
    var experiments = "{}"
    /// Definition files by their path within `pixels/definitions`.
    var definitions: [String: String]
    /// Further files by their path within the folder.
    var others: [String: String] = [:]

    init(_ definitions: [String: String]) { self.definitions = definitions }

    /// A folder with one pixel `m_x` that has the usual fields and these.
    init(fields: String) {
        self.init(["x.json5": "{\n  m_x: { description: 'd', owners: ['o'],\n    \(fields)\n  }\n}"])
    }

    /// A folder with the pixel `m_x` that has these parameters.
    init(parameters: String) { self.init(fields: "parameters: [\(parameters)]") }

    /// Lays the folder out while `body` runs.
    func with<Result>(_ body: (DefinitionFolder) throws -> Result) async throws -> Result {
        try await TemporaryFolder.with { folder in
            try write(to: folder)
            return try body(DefinitionFolder(reading: folder.url))
        }
    }

    func write(to folder: TemporaryFolder) throws {
        try folder.write(product, to: "product.json5")
        try folder.write(parameters, to: "pixels/params_dictionary.json5")
        try folder.write(suffixes, to: "pixels/suffixes_dictionary.json5")
        try folder.write(ignored, to: "pixels/ignore_params.json5")
        try folder.write(experiments, to: "pixels/native_experiments.json5")
        for (path, text) in definitions { try folder.write(text, to: "pixels/definitions/\(path)") }
        for (path, text) in others { try folder.write(text, to: path) }
    }

    func faults(_ options: ValidationOptions = ValidationOptions()) async throws -> [Fault] {
        try await with { DefinitionValidator($0, options: options).faults() }
    }

    func check(_ name: String, _ query: String = "", mode: ValidationOptions.Mode = .strict) async throws -> CheckResult
    {
        try await with { PixelChecker($0, options: ValidationOptions(mode: mode)).check(name: name, query: query) }
    }
}
