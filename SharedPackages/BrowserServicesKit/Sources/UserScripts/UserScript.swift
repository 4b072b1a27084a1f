/// A script that the browser runs in every page, and the messages that it sends back.
@MainActor public protocol UserScript: AnyObject {
    /// The JavaScript, run before the page's own.
    var source: String { get }
    /// The name under which the script posts its messages.
    var messageName: String { get }

    /// Takes a message. Pages can post what they like under the script's name: expect anything.
    func receive(_ message: [String: String])
}
