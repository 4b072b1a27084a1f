import JSONSchema

/// Validates the definitions of wide events.
struct WideEventValidator {
    private let folder: DefinitionFolder
    private let options: ValidationOptions

    init(_ folder: DefinitionFolder, options: ValidationOptions) {
        self.folder = folder
        self.options = options
    }

    func faults() -> [Fault] {
        guard let base = folder.baseEvent, let properties = folder.properties else { return [] }
        var faults = [base, properties].filter { $0.value.members == nil }.map {
            $0.fault(.wrongType, "The file must be an object, not \($0.value.shown).")
        }
        guard faults.isEmpty else { return faults }
        let builder = WideEventSchemaBuilder(base: base.value, properties: properties.value.members ?? [:])
        let owners = OwnerCheck(options)
        var places: [String: String] = [:]
        for file in folder.wideEvents {
            guard file.value.members != nil else {
                if options.mode == .compat, file.value.hasNoScriptEntries { continue }
                let message = "A definition file must be an object of events, not \(file.value.shown)."
                faults.append(file.fault(.wrongType, message))
                continue
            }
            for (name, event) in file.entries {
                if let place = places.updateValue(file.path, forKey: name) {
                    let message = "The event is also defined in \(place). Remove or rename one."
                    faults.append(file.fault(.duplicateEvent, message, at: [name], pixel: name))
                    continue
                }
                faults += owners.faults(event["owners"], of: name, in: file)
                faults += self.faults(of: event, name, in: file, builder)
            }
        }
        return faults
    }

    private func faults(of event: JSONValue, _ name: String, in file: DefinitionFile, _ builder: WideEventSchemaBuilder)
        -> [Fault]
    {
        guard event.members != nil else {
            return [file.fault(.wrongType, "An event must be an object, not \(event.json).", at: [name], pixel: name)]
        }
        let reserved = WideEventSchemaBuilder.reservedSections.filter { section in
            options.mode == .compat ? event[section]?.isTruthy ?? false : event[section] != nil
        }
        guard reserved.isEmpty else {
            return reserved.map { section in
                let message = "'\(section)' comes from base_event.json. Remove it from the event."
                return file.fault(.reservedSection, message, at: [name, section], pixel: name)
            }
        }
        do {
            let schema = try builder.schema(of: event, named: name)
            let problems = WideEventRules.problems(
                of: schema, version: try builder.version(of: event), isCompat: options.mode == .compat)
            let faults = problems.map { file.fault($0.code, $0.message, at: [name] + $0.path, pixel: name) }
            return faults + schemaFaults(schema, name, in: file)
        } catch {
            return [file.fault(error, at: [name], pixel: name)]
        }
    }

    private func schemaFaults(_ schema: JSONValue, _ name: String, in file: DefinitionFile) -> [Fault] {
        guard case .failure(let faults) = SchemaCompiler.compile(schema, dialect: .wideEvents, patterns: PatternCache())
        else { return [] }
        return faults.list.map { fault in
            // The generated schema nests its properties; the definition does not.
            let path = fault.path.filter { $0 != "properties" }
            let message = path.dropLast().last.map { "'\($0)': \(fault.message)" } ?? fault.message
            return file.fault(FaultCode(fault.kind), message, at: [name] + path, pixel: name)
        }
    }
}

extension JSONValue {
    /// Whether `Object.entries(value)` of ECMAScript is empty. Null and undefined have no entries but an error.
    fileprivate var hasNoScriptEntries: Bool {
        switch self {
        case .bool, .number: true
        case .string(let text): text.isEmpty
        case .array(let elements): elements.isEmpty
        case .object(let members): members.isEmpty
        case .null: false
        }
    }
}
