import CommandLineKit
import Foundation
import PixelDefinitions

extension Commands {
    static let validate = Command(
        "validate", Argument(.folder("DIR"), isRepeatable: true), summary: "Validate the definitions in folders.",
        details: "Prints a line for each fault. Warnings do not fail the validation.",
        options: [
            compatOption, schemaOption,
            Option(
                "--owners", .file("FILE"),
                help: "The accounts that may own pixels: 'account: value' per line. By default any account may."),
        ]
    ) { invocation in
        var options = ValidationOptions(invocation)
        if let path = invocation.value("--owners") {
            do {
                options.owners = try OwnerMap.read(URL(filePath: path))
            } catch {
                throw UsageError("Cannot read '\(path.printable)': \(error.localizedDescription)")
            }
        }
        var isValid = true
        for path in invocation.arguments {
            let faults = DefinitionValidator(try DefinitionFolder(at: path), options: options).faults()
            invocation.report(faults, in: path, isError: false)
            isValid = isValid && !faults.contains { $0.severity == .error }
        }
        return isValid ? .success : .failure
    }
}
