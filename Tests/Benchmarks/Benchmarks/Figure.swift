import Foundation

/// One measured figure, printed as one JSON line.
struct Figure {
    let name: String
    let value: Double
    let unit: String
    /// The most, or with `isMinimum` the least, that it should be; `nil` for figures without a goal.
    var goal: Double?
    var isMinimum = false

    var isMet: Bool { goal.map { isMinimum ? value >= $0 : value <= $0 } ?? true }

    func printLine() {
        let rounded = (value * 1000).rounded() / 1000
        let goalText = goal.map { "\($0)" } ?? "null"
        print(#"{"name":"\#(name)","value":\#(rounded),"unit":"\#(unit)","goal":\#(goalText),"met":\#(isMet)}"#)
        fflush(nil)
    }
}
