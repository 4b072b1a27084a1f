// The API of this module names types of these modules.
@_exported public import Common
@_exported public import Persistence
@_exported public import Primitives
