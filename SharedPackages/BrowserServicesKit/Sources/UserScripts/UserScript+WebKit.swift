#if canImport(WebKit)
import Foundation
public import WebKit

extension UserScript {
    /// Runs the script in every page and frame of a web view made with the controller.
    ///
    /// The controller keeps the script until its message handlers are removed.
    public func install(in controller: WKUserContentController) {
        controller.addUserScript(
            WKUserScript(source: source, injectionTime: .atDocumentStart, forMainFrameOnly: false)
        )
        controller.add(MessageReceiver(script: self), name: messageName)
    }
}

/// Passes the messages of a web view to a script.
@MainActor private final class MessageReceiver: NSObject, WKScriptMessageHandler {
    private let script: any UserScript

    init(script: any UserScript) { self.script = script }

    func userContentController(_ controller: WKUserContentController, didReceive message: WKScriptMessage) {
        let body = message.body as? [String: Any] ?? [:]
        script.receive(body.compactMapValues { $0 as? String })
    }
}
#endif
