/// What is reported outside compat mode only.
struct StrictChecks {
    init(_ folder: DefinitionFolder, options: ValidationOptions) {}
    func faults() -> [Fault] { [] }
}
