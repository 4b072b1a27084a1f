/// The details of an event, by name.
///
/// Written like a dictionary and kept as a short list: an event has few details, so that looking at each takes less time
/// than hashing its name. The order has no meaning.
public struct Attributes: Sendable, ExpressibleByDictionaryLiteral {
    private var pairs: [(String, Attribute)]

    /// Creates details from a literal; of those of one name, the last counts.
    public init(dictionaryLiteral elements: (String, Attribute)...) {
        pairs = elements
        guard elements.count > 1 else { return }
        for index in elements.indices.dropLast().reversed() where firstIndex(of: elements[index].0, after: index) != nil
        {
            pairs.remove(at: index)
        }
    }

    /// Creates details from a dictionary.
    public init(_ attributes: [String: Attribute]) { pairs = attributes.map { ($0.key, $0.value) } }

    /// The detail of a name; `nil` removes it.
    public subscript(name: String) -> Attribute? {
        get { firstIndex(of: name).map { pairs[$0].1 } }
        set {
            switch (firstIndex(of: name), newValue) {
            case (let index?, let attribute?): pairs[index].1 = attribute
            case (let index?, nil): pairs.remove(at: index)
            case (nil, let attribute?): pairs.append((name, attribute))
            case (nil, nil): break
            }
        }
    }

    /// The details as a dictionary.
    public var byName: [String: Attribute] { Dictionary(pairs) { _, last in last } }

    private func firstIndex(of name: String, after index: Int = -1) -> Int? {
        pairs[(index + 1)...].firstIndex { $0.0 == name }
    }
}

extension Attributes: Hashable {
    /// Whether both have the same details, in whatever order.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.byName == rhs.byName }

    /// Hashes the details without regard to their order.
    public func hash(into hasher: inout Hasher) { hasher.combine(byName) }
}
