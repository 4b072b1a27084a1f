// The API of this module names types of Outbox and of the modules that Outbox exports.
@_exported public import Outbox
