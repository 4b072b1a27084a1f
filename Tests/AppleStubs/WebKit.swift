// Declarations of Apple's WebKit, as its public documentation gives them. Nothing here runs.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

public enum WKUserScriptInjectionTime: Int, Sendable { case atDocumentStart, atDocumentEnd }

@MainActor open class WKUserScript: NSObject {
    public init(source: String, injectionTime: WKUserScriptInjectionTime, forMainFrameOnly: Bool) {
        fatalError("declaration only")
    }
}

@MainActor open class WKScriptMessage: NSObject {
    open var body: Any { fatalError("declaration only") }
    open var name: String { fatalError("declaration only") }
}

@MainActor public protocol WKScriptMessageHandler: NSObjectProtocol {
    func userContentController(_ userContentController: WKUserContentController, didReceive message: WKScriptMessage)
}

@MainActor open class WKUserContentController: NSObject {
    open func addUserScript(_ userScript: WKUserScript) { fatalError("declaration only") }
    open func add(_ scriptMessageHandler: any WKScriptMessageHandler, name: String) { fatalError("declaration only") }
}
